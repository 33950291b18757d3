/** State of an entry or asset in Contentful after a change. */
export type ItemState = {
	type: "entry" | "asset";
	id: string;
	/** Number of publications. */
	revision: number;
	/** Time at which the item was unpublished or deleted. Undefined after a publication. */
	deletedAt: string | undefined;
};

/** Change that a webhook reports. */
export type Change = {
	/** Description in a few words, for log lines and the title of a build. */
	title: string;
	/** State that the next rebuild must find in Contentful's content, if it can be known. */
	state?: ItemState;
};
