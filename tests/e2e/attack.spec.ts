import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import { hostileEmail } from "../attack/attackSpace.ts";
import { expect, test } from "./test.ts";

declare global {
	interface Window {
		/** What an attack that succeeds calls. */
		attack: () => void;
	}
}

let folder = "";
let server: ChildProcess;
let url = "";

test.describe.configure({ mode: "serial" });

// A site of its own, in which every field of the content is an attack.
test.beforeAll(async () => {
	test.setTimeout(180_000);
	folder = `.cache/attack-${test.info().workerIndex}`;
	server = spawn(process.execPath, ["tests/attack/serve.ts", folder], { stdio: ["ignore", "pipe", "ignore"] });
	const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
	[url] = await Promise.race([once(lines, "line"), once(server, "exit").then(() => [""])]);
	expect(url, "the site of the attacks is not served: node tests/attack/serve.ts .cache/attack").toMatch(/^http:/);
});
test.afterAll(async () => {
	if (server.exitCode === null) {
		server.kill();
		await once(server, "exit");
	}
	await rm(folder, { recursive: true, force: true });
});

const paths = localeCodes.flatMap((locale) => [
	...routeNames.map((route) => pathOf(route, locale)),
	localisePath("/nowhere", locale),
]);

/** Whatever in the page is not the site's own or out of its place, a sentence each. */
function findIntruders(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const faults: string[] = [];
		const isOwn = (address: string) => new URL(address, location.href).origin === location.origin;
		for (const element of document.querySelectorAll("*")) {
			const name = element.localName;
			for (const attribute of element.getAttributeNames()) {
				// Swiper sets styles by the object model, which the policy allows.
				if (attribute === "style" && element.closest("[data-state=hydrated]")) continue;
				if (/^(on|style$|srcdoc$|formaction$|http-equiv$|ping$)/.test(attribute))
					faults.push(`${name} has ${attribute}`);
			}
			if (
				/^(iframe|frame|object|embed|base|math|foreignobject|handler|param|video|audio|marquee|template|noscript)$/i.test(
					name,
				)
			) {
				faults.push(`${name} is in the page`);
			}
			if (element instanceof HTMLAnchorElement && !/^(https?|mailto|tel):$/.test(element.protocol)) {
				faults.push(`a link leads to ${element.getAttribute("href")}`);
			}
			if (element instanceof HTMLAnchorElement && /evil/.test(element.hostname))
				faults.push(`a link leads to ${element.href}`);
			const source = element.getAttribute("src");
			if (source !== null && !isOwn(source)) faults.push(`${name} loads ${source}`);
			if (element instanceof HTMLFormElement && element.action !== `${location.origin}/api/newsletter/subscribe`) {
				faults.push(`a form leads to ${element.action}`);
			}
			if (
				element instanceof HTMLLinkElement &&
				!isOwn(element.href) &&
				!element.href.startsWith("http://clinic.example/") &&
				!(element.rel === "icon" && element.href.startsWith("data:image/svg+xml,"))
			) {
				faults.push(`link ${element.rel} to ${element.href}`);
			}
			if (element instanceof HTMLScriptElement && element.type.endsWith("json")) JSON.parse(element.text);
		}
		const count = (selector: string, expected: number) => {
			const found = document.querySelectorAll(selector).length;
			if (found !== expected) faults.push(`${found} × ${selector}`);
		};
		// One script and the rules for fetching ahead; what is data is counted by nobody.
		count("script:not([type$=json])", 2);
		count("style", 1);
		for (const name of ["title", "body > header", "body > main", "body > footer", "h1", "head", "body"]) {
			count(name === "title" ? "head > title" : name, 1);
		}
		if (document.styleSheets.length !== 1) faults.push("a style sheet is not applied");
		return faults;
	});
}

for (const isGuarded of [false, true]) {
	test.describe(isGuarded ? "with the security policy" : "without the security policy", { tag: "@desktop" }, () => {
		// By escaping alone first. Then the browser complains of all that the policy would have had to stop.
		test.use({ bypassCSP: !isGuarded });

		test("nothing that editors enter is executed or breaks a page", async ({ page, tolerate }) => {
			test.setTimeout(120_000);
			tolerate(/answer 404: .*\/nowhere$|status of 404 .*\/nowhere$/);
			const executed: string[] = [];
			await page.exposeFunction("attack", () => executed.push(page.url()));
			page.on("dialog", async (dialog) => {
				executed.push(dialog.message());
				await dialog.dismiss();
			});
			const drawings = new Set<string>();
			for (const path of paths) {
				await page.goto(url + path);
				expect(await findIntruders(page), path).toEqual([]);
				expect(await page.title()).not.toBe("");
				const [mail] = await page.evaluate(() =>
					[...document.querySelectorAll<HTMLAnchorElement>("header a[href^='mailto:']")].map(({ href }) => href),
				);
				expect(decodeURIComponent(new URL(mail ?? "").pathname)).toBe(hostileEmail);
				expect(new URL(mail ?? "").search + new URL(mail ?? "").hash).toBe("");
				for (const image of await page.locator("img").all()) {
					const source = (await image.getAttribute("src")) ?? "";
					if (source.endsWith(".svg")) drawings.add(source);
				}
			}

			// What React draws, and what comes by the language switch.
			await page.goto(url + pathOf("home", "en-US"));
			await page.locator("site-island[data-name=ReviewsCarousel]").scrollIntoViewIfNeeded();
			await expect(page.locator("site-island[data-state=hydrated]")).toHaveCount(1);
			await page.locator("#newsletter-email").focus();
			await expect(page.locator("site-island[data-state=hydrated]")).toHaveCount(2);
			expect(await findIntruders(page)).toEqual([]);
			await page.evaluate(() => scrollTo(0, 0));
			await page.getByRole("switch").click();
			await expect(page.locator("html")).toHaveAttribute("lang", "ru");
			expect(await findIntruders(page)).toEqual([]);

			// As documents of their own, where drawings can do more than as pictures; the policy leaves them not even their style.
			expect(drawings.size).toBeGreaterThan(3);
			for (const drawing of isGuarded ? [] : drawings) {
				await page.goto(url + drawing);
				await page.locator("svg").first().dispatchEvent("click");
				const found = await page.evaluate(() =>
					[...document.querySelectorAll("*")].flatMap((element) => [
						...(/script|foreignobject|handler|^a$|animate|set$/i.test(element.localName) ? [element.localName] : []),
						...element.getAttributeNames().filter((name) => /^on/.test(name)),
					]),
				);
				expect(found, drawing).toEqual([]);
			}
			expect(executed).toEqual([]);
		});
	});
}
