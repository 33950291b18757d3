/** Row of a preview's report: a fault of the content. */
export type PreviewRow = {
	/** `severe`: something that is for sale cannot be bought. `warning`: a page shows less or other than meant. */
	severity: "severe" | "warning" | "info";
	/** The id of the entry or asset, or the name of the key. */
	entry: string;
	field?: string | undefined;
	locale?: string | undefined;
	/** The fault. */
	problem: string;
	/** Behaviour of the site because of the fault. */
	instead: string;
	/** Address of the place to mend it, in Contentful's web app or Stripe's dashboard. */
	url: string;
};

/** Facts about the address under which the pages will be published. */
export type Site = {
	/** The origin of canonical addresses, without a slash at its end. */
	url: string;
	/** Whether search engines may index it. */
	indexable: boolean;
	/** The key under which search engines are told of changes, https://www.indexnow.org; undefined when they are not. */
	indexNowKey?: string | undefined;
	/** Endpoint for reports of content security policy violations; undefined for none. */
	reportUrl?: string | undefined;
	/**
	 * Set when the site is a preview of drafts: its report, which it shows on a page of its own, and the id of its version. It says on
	 * every page that it is one.
	 */
	preview?: { rows: PreviewRow[]; version: string } | undefined;
};
