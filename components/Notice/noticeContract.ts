/** Element name and attributes that `Notice.tsx` and its script share. */
export const noticeContract = {
	element: "site-notice",
	/** Attribute that makes the notice visible. The script sets it when the URL's query contains the notice's id. */
	attributes: { shown: "data-shown" },
} as const;

/** Id of a notice. URLs with the parameter `?paid` or the fragment `#paid` show the notice with the id `paid`. */
export type NoticeId = "subscribed" | "paid";
