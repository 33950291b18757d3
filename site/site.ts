/** Of a preview's report: something of the content that is not as it should be. */
export type PreviewRow = {
	/** `severe`: something that is for sale cannot be bought. `warning`: a page shows less or other than meant. */
	severity: "severe" | "warning" | "info";
	/** The id of the entry or asset, or the name of the key. */
	entry: string;
	field?: string | undefined;
	locale?: string | undefined;
	/** What was found. */
	problem: string;
	/** What the site does instead. */
	instead: string;
	/** Where it can be mended, in Contentful's web app or Stripe's dashboard. */
	url: string;
};

/** What the pages need to know of where they will be published. */
export type Site = {
	/** The origin of canonical addresses, without a slash at its end. */
	url: string;
	/** Whether search engines may index it. */
	indexable: boolean;
	/** The key under which search engines are told of changes, https://www.indexnow.org; undefined when they are not. */
	indexNowKey?: string | undefined;
	/** Where browsers report what the content security policy refused; undefined for nowhere. */
	reportUrl?: string | undefined;
	/**
	 * Set when the site is a preview of drafts: its report, which it shows on a page of its own, and the id of its version. It says on
	 * every page that it is one.
	 */
	preview?: { rows: PreviewRow[]; version: string } | undefined;
};
