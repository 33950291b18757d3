export const progressBarContract = { element: "site-progress" } as const;
