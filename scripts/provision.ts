import { createInterface } from "node:readline/promises";
import { parseProvisioningSettings } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { provisionSpace, updateSpace } from "./space/provisionSpace.ts";

// `npm run provision`: fills a Contentful space from the demo or a backup. With `--update`, updates the space's content
// types.

const flags = {
	from: { type: "string", default: "demo" },
	update: { type: "boolean", default: false },
	"dry-run": { type: "boolean", default: false },
	yes: { type: "boolean", default: false },
} as const;

await runCommand(
	"provision",
	async ({ from, update, yes, "dry-run": dryRun }) => {
		const settings = parseProvisioningSettings();
		for (const warning of settings.warnings) console.error(warning);
		const confirm = async () => !dryRun && (yes || (await confirmInTerminal()));
		const options = { log: console.log, confirm };
		if (update) {
			if (!(await updateSpace(settings, options))) console.log("Nothing was written.");
			return;
		}
		const variables = await provisionSpace(settings, { ...options, from });
		if (!variables) return console.log("Nothing was written.");
		console.log("\nSet these variables, in .env and at the host:");
		for (const [name, value] of Object.entries(variables)) console.log(`  ${name}=${value}`);
		if (!variables.CONTENTFUL_WEBHOOK_SECRET)
			console.log("  CONTENTFUL_WEBHOOK_SECRET is as it was, or not needed yet.");
		console.log("  STRIPE_API_KEY, SITE_URL and the rest: see README.md.\n");
	},
	flags,
);

async function confirmInTerminal(): Promise<boolean> {
	if (!process.stdin.isTTY)
		throw new Error("Nobody is there to answer. Run it in a terminal, or with --yes.");
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		const answer = await terminal.question("Do this? (yes or no) ");
		return /^y(es)?$/i.test(answer.trim());
	} finally {
		terminal.close();
	}
}
