import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { makeFolder } from "../folders.ts";
import { readTimes } from "../readTimes.ts";
import { startSite } from "../wire/liveSite.ts";
import { shortLimits, startServices } from "../wire/services.ts";
import { createCompleteContent, entryLink, listIds, plain } from "../wire/testContent.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Lists the pages whose time of last change has moved back, and the pages whose time has moved forward. */
function compareTimes(before: Map<string, number>, after: Map<string, number>) {
	const paths = [...after.keys()];
	return {
		fallen: paths.filter((path) => (after.get(path) ?? 0) < (before.get(path) ?? 0)),
		risen: paths.filter((path) => (after.get(path) ?? 0) > (before.get(path) ?? 0)),
	};
}

test("the home page gets a later date when a review is removed and when it is restored", async () => {
	const content = createCompleteContent();
	content.add("review-2", { name: plain("Bob"), review: plain("Fine") });
	const [first, second] = [entryLink(listIds.review), entryLink("review-2")];
	content.set("home", "reviews", plain([first, second]));
	const site = await startSite(await startServices(content));
	const readSiteTimes = async () => readTimes(await site.read("/sitemap.xml"));

	let times = await readSiteTimes();
	for (const reviews of [[first], [first, second]]) {
		content.set("home", "reviews", plain(reviews));
		await site.publish();
		const later = await readSiteTimes();
		expect(compareTimes(times, later)).toEqual({ fallen: [], risen: ["/", "/ru"] });
		times = later;
	}
});

async function startLive() {
	const live = { info: "", failures: 0 };
	const host = await startLoopback({}, (_, { pathname }) => {
		if (pathname !== "/build-info.json") return { status: 404, headers: {}, body: "" };
		if (live.failures > 0) {
			live.failures--;
			return { status: 503, headers: {}, body: "" };
		}
		return { status: 200, headers: {}, body: live.info };
	});
	onTestFinished(() => host.close());
	return { url: host.url, live };
}

test.each([
	["a host that builds in an empty folder, while its live site fails once with 503", "abc123", 1],
	["a machine that keeps the last build", undefined, 0],
])(
	"a page whose content is again that of two builds ago gets a later date, on %s",
	async (_, commit, failures) => {
		const content = createCompleteContent();
		const { url, live } = await startLive();
		const { variables } = await startServices(content);
		const environment = parseEnvironment({ ...variables, SITE_URL: url, COMMIT_REF: commit });
		const permanentRoot = await makeFolder({ parent: ".cache/tests" });
		const build = async () => {
			const root = commit ? await makeFolder({ parent: ".cache/tests" }) : permanentRoot;
			await buildSite(environment, {
				root,
				cacheFolder: ".cache",
				log: () => {},
				limits: shortLimits,
			});
			live.info = await readFile(join(root, "dist/client/build-info.json"), "utf8");
			return readTimes(await readFile(join(root, "dist/client/sitemap.xml"), "utf8"));
		};
		let times = await build();
		const link = content.item(listIds.programme).fields.stripeOneTimePaymentLink;
		for (const isShown of [false, true]) {
			if (isShown && link) content.set(listIds.programme, "stripeOneTimePaymentLink", link);
			else content.unset(listIds.programme, "stripeOneTimePaymentLink");
			live.failures = failures;
			const later = await build();
			expect(compareTimes(times, later)).toEqual({
				fallen: [],
				risen: ["/programmes", "/ru/programmes"],
			});
			times = later;
		}
		expect(await build(), "unchanged content").toEqual(times);
	},
);
