import type { Finding } from "../content/formatFinding.ts";

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
	/** Findings in the content, and origins of pictures. Undefined when the page is not a preview. */
	preview?: { findings: Finding[]; pictureOrigins: string[] };
};
