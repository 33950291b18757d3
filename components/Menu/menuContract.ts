/** Element name and `data-part` values that `Menu.tsx` and its script share. */
export const menuContract = {
	element: "site-menu",
	parts: { popover: "popover", openButton: "open" },
} as const;
