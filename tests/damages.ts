import { rm, stat, truncate } from "node:fs/promises";

/** States in which a power cut leaves a file whose folder has its new name already. */
export const damages = [
	{ name: "empty", apply: (path: string) => truncate(path) },
	{
		name: "half",
		apply: async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2)),
	},
	{ name: "missing", apply: (path: string) => rm(path) },
];
