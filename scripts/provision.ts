import { createInterface } from "node:readline/promises";
import { parseProvisioning } from "../site/environment.server.ts";
import { runTask } from "./command.ts";
import { provisionSpace } from "./space/provisionSpace.ts";

/** Fills an empty space of Contentful from a folder: the demo, or a backup. */
await runTask(
	"provision",
	async ({ from, yes, "yes-overwrite": overwrite }) => {
		const options = { from, log: console.log, confirm: yes ? async () => true : confirm, overwrite };
		const variables = await provisionSpace(parseProvisioning(), options);
		if (!variables) return console.log("Nothing was written.");
		const lines = Object.entries(variables).map(([name, value]) => `  ${name}=${value}`);
		console.log(`\nSet these variables, in .env and at the host:\n${lines.join("\n")}`);
		if (!variables.CONTENTFUL_WEBHOOK_SECRET) {
			console.log("  CONTENTFUL_WEBHOOK_SECRET is as it was, or not needed yet.");
		}
		console.log(
			"  STRIPE_API_KEY, SITE_URL and the rest: see docs/provision.md, which also tells how Stripe gets the demo's products.\n",
		);
	},
	{
		from: { type: "string", default: "demo" },
		yes: { type: "boolean", default: false },
		"yes-overwrite": { type: "boolean", default: false },
	},
);

async function confirm(question: string): Promise<boolean> {
	if (!process.stdin.isTTY) throw new Error("Nobody is there to answer. Run it in a terminal, or with --yes.");
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return /^y(es)?$/i.test((await terminal.question(`${question} (yes or no) `)).trim());
	} finally {
		terminal.close();
	}
}
