import { runTask } from "./command.ts";
import { listLicences } from "./measure/licences.ts";

await runTask(
	"licences",
	async ({ all }) => {
		console.log(all ? "All packages:" : "What the site is made with (-- --all: what checks it, too):");
		for (const [name, packages] of await listLicences(all ? "none" : "dev")) {
			console.log(`\n${name} (${packages.length})\n  ${packages.join("\n  ")}`);
		}
	},
	{ all: { type: "boolean", default: false } },
);
