import { expect, onTestFinished, test, vi } from "vitest";
import type { ReportRow } from "../../environment/site.ts";
import type { SiteStatus } from "./createStatusMonitor.ts";
import { emptySiteFiles } from "./siteFiles.ts";
import { startHttpServer } from "./startHttpServer.ts";
import { createStatusHandler } from "./statusPage.ts";

const key = "key-of-the-status-page";
const since = new Date("2026-11-23T12:00:00Z");
const markup = "<script>alert(1)</script>";

const row: ReportRow = {
	severity: "severe",
	entry: markup,
	problem: markup,
	instead: markup,
	url: `https://a/"${markup}`,
};

async function serveStatusPage(status: Partial<SiteStatus>): Promise<string> {
	const site: SiteStatus = { live: { since, rows: [] }, building: undefined, failing: undefined, ...status };
	const pathHandlers = { "/status": createStatusHandler(key, site) };
	const server = await startHttpServer({ site: { files: emptySiteFiles }, port: 0, pathHandlers });
	onTestFinished(() => server.close());
	return `${server.url}/status?key=${key}`;
}

async function readStatusPage(status: Partial<SiteStatus>): Promise<string> {
	return (await fetch(await serveStatusPage(status))).text();
}

test.each<[string, Partial<SiteStatus>]>([
	["the cause of a rebuild", { building: { since, cause: markup } }],
	["the reason of a failure", { failing: { since, reasons: [`${markup} https://a.example/${markup}`] } }],
	["a row of the report", { live: { since, rows: [row] } }],
])("markup in %s is shown as text", async (_, status) => {
	const page = await readStatusPage(status);
	expect(page).toContain("alert(1)");
	expect(page).not.toContain("<script");
});

test("the page reloads itself more often while the site is being rebuilt", async () => {
	const readSeconds = async (status: Partial<SiteStatus>) => {
		const [, seconds] = /http-equiv="refresh" content="(\d+)"/.exec(await readStatusPage(status)) ?? [];
		return Number(seconds);
	};
	expect(await readSeconds({ building: { since, cause: "Daily check" } })).toBeLessThan(await readSeconds({}));
});

test("a report that another version of the code has written gives the error page, and the server goes on", async () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	const older = { severity: "severe", problem: "A row without the other properties." } as ReportRow;
	const address = await serveStatusPage({ live: { since, rows: [older] } });
	const responses = [await fetch(address), await fetch(address)];
	expect(responses.map(({ status }) => status)).toEqual([500, 500]);
	expect(await responses[0]?.text()).toContain("Unexpected Application Error!");
	expect(logged).toHaveBeenCalledTimes(2);
});
