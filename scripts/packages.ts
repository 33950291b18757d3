import { runTask } from "./command.ts";
import { checkSignatures, listLicences, writePackageList } from "./measure/packages.ts";

/** Tells under which licences the packages are, writes them down for programs, and checks that each is what its author published. */
await runTask(
	"packages",
	async ({ all }) => {
		console.log(all ? "All packages:" : "What the site is made with (-- --all: what checks it, too):");
		for (const [name, packages] of await listLicences(all ? "none" : "dev")) {
			console.log(`\n${name} (${packages.length})\n  ${packages.join("\n  ")}`);
		}
		console.log(`\nWhat the site is made with, as CycloneDX: ${await writePackageList(".cache")}`);
		console.log(await checkSignatures());
	},
	{ all: { type: "boolean", default: false } },
);
