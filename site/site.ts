/** Row of a preview's report: a fault of the content. */
export type PreviewRow = {
	/** `severe`: something that is for sale cannot be bought. `warning`: a page shows less or other than meant. */
	severity: "severe" | "warning" | "info";
	/** Id of the entry or asset, or name of the environment variable. */
	entry: string;
	field?: string | undefined;
	locale?: string | undefined;
	/** The fault. */
	problem: string;
	/** Behaviour of the site while the fault exists, such as the text that is shown instead. */
	instead: string;
	/** URL at which the fault can be corrected, in Contentful's web app or Stripe's dashboard. */
	url: string;
};

/** Settings of the published site. */
export type Site = {
	/** Origin of canonical URLs, without a slash at its end. */
	url: string;
	/** Whether search engines may index the site. */
	indexable: boolean;
	/** Key for notifying search engines of changes (https://www.indexnow.org); undefined when they are not notified. */
	indexNowKey?: string | undefined;
	/** Endpoint for reports of content security policy violations; undefined for none. */
	reportUrl?: string | undefined;
	/** Report and version id of a preview of drafts; undefined for the public site. */
	preview?: { rows: PreviewRow[]; version: string } | undefined;
};
