import { createInterface } from "node:readline/promises";
import { parseProvisioningSettings } from "../environment/environment.server.ts";
import { runCommand } from "./command.ts";
import { provisionSpace } from "./space/provisionSpace.ts";
import { updateSpace } from "./space/updateSpace.ts";

// `npm run provision`: fills a Contentful space from the demo or a backup. With `--update`, updates the space's content
// types.

const flags = {
	from: { type: "string", default: "demo" },
	update: { type: "boolean", default: false },
	"dry-run": { type: "boolean", default: false },
	yes: { type: "boolean", default: false },
	"yes-overwrite": { type: "boolean", default: false },
} as const;

await runCommand(
	"provision",
	async ({ from, update, yes, "dry-run": dryRun, "yes-overwrite": overwrite }) => {
		const confirm = yes ? async () => true : confirmInTerminal;
		const options = { log: console.log, confirm, dryRun };
		if (!update) return fill({ ...options, from, overwrite });
		if (overwrite) throw new Error("--update overwrites no entry: leave --yes-overwrite out.");
		if (from !== flags.from.default)
			throw new Error("--update follows content/model.ts: leave --from out.");
		await updateToModel(options);
	},
	flags,
);

async function fill(options: Parameters<typeof provisionSpace>[1]): Promise<void> {
	const variables = await provisionSpace(parseProvisioningSettings(), options);
	if (!variables) return console.log("Nothing was written.");
	const lines = Object.entries(variables).map(([name, value]) => `  ${name}=${value}`);
	console.log(`\nSet these variables, in .env and at the host:\n${lines.join("\n")}`);
	if (!variables.CONTENTFUL_WEBHOOK_SECRET) {
		console.log("  CONTENTFUL_WEBHOOK_SECRET is as it was, or not needed yet.");
	}
	console.log(
		"  STRIPE_API_KEY, SITE_URL and the rest: see README.md. To get the demo's products into Stripe: docs/provision.md.\n",
	);
}

async function updateToModel(options: Parameters<typeof updateSpace>[1]): Promise<void> {
	const { outcome, secret } = await updateSpace(parseProvisioningSettings(), options);
	if (outcome !== "updated") console.log("Nothing was written.");
	if (secret)
		console.log(
			`\nSet this variable, in .env and at the host:\n  CONTENTFUL_WEBHOOK_SECRET=${secret}\n`,
		);
}

async function confirmInTerminal(question: string): Promise<boolean> {
	if (!process.stdin.isTTY)
		throw new Error("Nobody is there to answer. Run it in a terminal, or with --yes.");
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		const answer = await terminal.question(`${question} (yes or no) `);
		return /^y(es)?$/i.test(answer.trim());
	} finally {
		terminal.close();
	}
}
