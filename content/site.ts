/** What the pages need to know of where they will be published. */
export type Site = {
	/** The origin of canonical addresses, without a slash at its end. */
	url: string;
	/** Whether search engines may index it. */
	indexable: boolean;
	/** Where browsers report what the content security policy refused; undefined for nowhere. */
	reportUrl?: string | undefined;
};
