// Borders between the rooms of the project, and no circles: https://github.com/sverweij/dependency-cruiser

const document = "docs/architecture.md#where-does-my-code-go";

/** Folders that all rooms of `scripts/` may import. */
const common = "(api|content|demo|environment|renderer)/";

/** Patterns of files, and of what else they may import beside their own room. */
const rooms = [
	["content/", []],
	["demo/", []],
	["environment/", ["content/"]],
	["components/", ["content/"]],
	["pages/", ["components/", "content/", "environment/"]],
	["renderer/(?!\\+client)", ["components/", "content/", "environment/"]],
	// The list of custom elements.
	["renderer/\\+client", ["renderer/", "components/", "pages/.*\\.client\\."]],
	["api/(?!preview\\.)", ["content/", "environment/", "renderer/"]],
	// Both hosts render pages of drafts.
	["api/preview\\.", ["api/", "content/", "environment/", "renderer/", "scripts/preview/"]],
	["scripts/shared/", [common]],
	["scripts/netlify/", [common, "scripts/shared/"]],
	["scripts/pull/", [common, "scripts/shared/"]],
	["scripts/space/", [common, "scripts/(shared|pull)/"]],
	["scripts/render/", [common, "scripts/shared/"]],
	["scripts/preview/", [common, "scripts/(shared|pull|render)/"]],
	["scripts/publish/", [common, "scripts/(shared|pull|render)/"]],
	["scripts/server/", [common, "scripts/(shared|pull|render|preview|publish)/"]],
	["scripts/(bench/|[^/]+$)", [common, "scripts/", "tests/tools/"]],
];

const everyFolder = "^(api|components|content|demo|environment|pages|renderer|scripts|tests)/";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
	forbidden: [
		...rooms.map(([room, allowed]) => ({
			name: `${room} imports only ${allowed.join(", ") || "itself"}: ${document}`,
			from: { path: `^${room}`, pathNot: "\\.test\\.tsx?$" },
			to: { path: everyFolder, pathNot: `^(${[room, ...allowed].join("|")})` },
		})),
		{
			name: `a page imports no other page: ${document}`,
			from: { path: "^pages/([^/]+)/" },
			to: { path: "^pages/", pathNot: "^pages/$1/" },
		},
		{ name: "imports form no circle", from: {}, to: { circular: true } },
	].map((rule) => ({ severity: "error", ...rule })),
	options: { parser: "swc", doNotFollow: { path: "node_modules" } },
};
