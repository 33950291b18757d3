/** Problem in the content, shown as a row of the report in a preview. */
export type ReportRow = {
	/** `severe`: a product cannot be bought. `warning`: content is missing or faulty. `info`: a hint. */
	severity: "severe" | "warning" | "info";
	/** Id of the entry or asset with the problem, or name of the environment variable with the problem. */
	entry: string;
	field?: string | undefined;
	locale?: string | undefined;
	problem: string;
	/** Consequence of `problem` for the site, such as "the picture is left out". */
	instead: string;
	/** URL at which the problem can be corrected, in Contentful's web app or Stripe's dashboard. */
	url: string;
};

export type Site = {
	/** Origin of the site's canonical URLs, without a slash at its end. */
	url: string;
	indexable: boolean;
	/**
	 * Key of IndexNow (https://www.indexnow.org), which notifies search engines of changes. If undefined, no
	 * notifications are sent.
	 */
	indexNowKey?: string | undefined;
	/** URL to which browsers report violations of the content security policy. If undefined, they send no reports. */
	reportUrl?: string | undefined;
	/** Whether `robots.txt` refuses crawlers that gather pages to train AI models. If undefined, they are allowed. */
	aiCrawlers?: "allow" | "refuse" | undefined;
	/** Rows of the content report, and origins of pictures. Undefined when the page is not a preview. */
	preview?: { rows: ReportRow[]; pictureOrigins: string[] } | undefined;
};
