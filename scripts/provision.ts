import { createInterface } from "node:readline/promises";
import { requireProvisioningSettings } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { provisionSpace, updateSpace } from "./space/provisionSpace.ts";

await runCommand(
	"provision",
	`Fills a Contentful space, or adds what it lacks. Prints a plan, and asks before it writes.
Example: npm run provision -- --update --dry-run`,
	async ({ from, update, yes, "dry-run": dryRun }) => {
		const settings = requireProvisioningSettings();
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
	{
		from: { type: "string", default: "demo", help: "<folder>: fills it from this backup" },
		update: {
			type: "boolean",
			default: false,
			help: "brings a space in use up to the content model, and leaves its texts as they are",
		},
		"dry-run": { type: "boolean", default: false, help: "prints the plan only" },
		yes: { type: "boolean", default: false, help: "does not ask" },
	},
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
