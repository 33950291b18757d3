import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { copyProject } from "../copyProject.ts";
import { writeFiles } from "../folders.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";

const service = await startLoopback({}, () => ({ status: 500, headers: {}, body: "" }));
afterAll(() => service.close());

const hostileVariables = {
	CONTENTFUL_SPACE_ID: "ownersspace",
	CONTENTFUL_DELIVERY_TOKEN: "owners-delivery-token",
	CONTENTFUL_API_URL: service.url,
	STRIPE_API_KEY: "owners-stripe-key",
	STRIPE_API_URL: service.url,
	BREVO_API_KEY: "owners-brevo-key",
	BREVO_LIST_ID: "7",
	BREVO_TEMPLATE_ID_EN: "11",
	BREVO_TEMPLATE_ID_RU: "12",
	BREVO_API_URL: service.url,
	SITE_URL: "https://owner.example",
	INDEXNOW_KEY: "owners-index-now-key",
	INDEXNOW_URL: service.url,
};
const envFile = Object.entries(hostileVariables).map(([name, value]) => `${name}=${value}\n`);

/** Source of a Playwright test that sends a subscription to the server of playwright.config.ts. */
const subscription = `import { expect, test } from "@playwright/test";
test("a visitor subscribes", async ({ request }) => {
	const data = { email: "reader@clinic.example", name: "Ann" };
	expect((await request.post("/api/newsletter/subscribe", { data })).status()).toBe(200);
});
`;
const outsideHost = `import { expect, test } from "vitest";
test("a failed connection is survived", () => expect(fetch("https://outside.example/")).rejects.toThrow());
`;

/** Copies the project, adds `hostileVariables` to `.env`, and adds two tests that send requests. */
async function copyOwnersProject(): Promise<string> {
	const folder = await copyProject();
	await writeFiles(folder, {
		".env": envFile.join(""),
		"tests/e2e/subscription.spec.ts": subscription,
		"tests/outsideHost.test.ts": outsideHost,
	});
	return folder;
}

async function run(
	folder: string,
	...program: string[]
): Promise<{ status: number | null; output: string }> {
	const PATH = resolve("node_modules/.bin") + delimiter + process.env.PATH;
	const env = isolatedEnvironment({ ...hostileVariables, PATH });
	delete env.REFUSED_CONNECTIONS;
	const child = spawn("node", program, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	const exited = once(child, "exit");
	const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
	const [status] = await exited;
	// stdout comes last, because the output must end with the test result.
	return { status, output: stderr + stdout };
}

test("the test steps build the demo and send no request to the services in the owner's .env and shell", {
	timeout: 180_000,
}, async () => {
	const folder = await copyOwnersProject();
	const program = `import { buildStep, playwrightCommand, runSteps } from "./tests/tools/steps.ts";
runSteps([buildStep, { name: "browser tests", ...playwrightCommand(["desktop"]) }]);`;
	const { output } = await run(folder, "--input-type=module", "--eval", program);
	expect(output).toContain("DEMO: no keys are set");
	expect(output).toMatch(/\n2 passed, 0 failed\n$/);
	const outbox = await readFile(join(folder, "newsletter-outbox.ndjson"), "utf8");
	expect(outbox).toContain("reader@clinic.example");
	expect(service.requests).toEqual([]);
});

/** Source of a program that runs the unit tests as a step. */
const unitStep = `import { runSteps, vitestCommand } from "./tests/tools/steps.ts";
runSteps([{ name: "unit tests", ...vitestCommand("unit") }]);`;

test.each([
	["a step", ["--input-type=module", "--eval", unitStep], "1 passed, 1 failed\n"],
	[
		"Vitest started by hand",
		["node_modules/vitest/vitest.mjs", "run", "tests/outsideHost.test.ts"],
		"1 passed",
	],
])(
	"a connection to another machine is refused, named, and fails %s, even when all tests pass",
	async (_, program, summary) => {
		const { status, output } = await run(await copyOwnersProject(), ...program);
		expect(output).toContain("✗ A connection to outside.example:443 (by ");
		expect(output).toContain(summary);
		expect(status).toBe(1);
	},
);

/** Source of a module that prints the owner's Stripe key when the process exits. */
const printKey = `process.on("exit", () => console.log("key:", process.env.STRIPE_API_KEY))`;

test.each([
	["Playwright", ["node_modules/@playwright/test/cli.js", "test", "--list"], "Total: 2 tests"],
	["the bench", ["scripts/bench.ts", "--only", "nothing"], "--only nothing: there are "],
])(
	"%s, when started by hand, drops the owner's variables and does not read .env",
	async (_, program, expected) => {
		const preload = `--import=data:text/javascript,${encodeURIComponent(printKey)}`;
		const { output } = await run(await copyOwnersProject(), preload, ...program);
		expect(output).toContain(expected);
		expect(output).toContain("key: undefined");
		expect(output).not.toContain("key: owners-stripe-key");
	},
);
