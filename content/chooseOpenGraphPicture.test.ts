import { expect, test } from "vitest";
import { chooseOpenGraphPicture } from "./chooseOpenGraphPicture.ts";
import { listAllRoutes, type Route } from "./routes.ts";
import type { Snapshot } from "./snapshot.ts";

const photograph = (name: string, width = 1200, height = 800) => ({
	src: `/media/${name}-768.jpg`,
	title: { value: name },
	width,
	height,
	sources: [],
});
const home = { heroImages: [photograph("home")] };

test.each([
	["its own photograph", { cover: photograph("own", 600, 315) }, home, "own"],
	["home's, when it has no picture", {}, home, "home"],
	[
		"home's, when it has a drawing",
		{ cover: { ...photograph("own"), sources: undefined } },
		home,
		"home",
	],
	["home's, when its own is narrow", { cover: photograph("own", 599, 800) }, home, "home"],
	["home's, when its own is flat", { cover: photograph("own", 1200, 314) }, home, "home"],
	["the newsletter's, when home has none", {}, { heroImages: [] }, "newsletter"],
])("a page is represented by %s", (_, about, home, chosen) => {
	const newsletter = { cover: photograph("newsletter") };
	const content = { hidden: [], about, home, newsletter, appShell: { pages: [] } };
	const [, route] = listAllRoutes(content as unknown as Snapshot);
	expect(chooseOpenGraphPicture(content as unknown as Snapshot, route as Route)?.title.value).toBe(
		chosen,
	);
});
