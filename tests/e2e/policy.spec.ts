import { expect, test } from "./test.ts";

// That nothing of ours is refused on any page and in any state needs no test of its own: the browser says so in the
// console, and every test fails on that. Here, that it does say so.
test("what the policy refuses is not done, and is seen by the tests", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/violates|Refused|requires 'Trusted|This document requires|request failed: csp/);
	const complaints: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error") complaints.push(message.text());
	});
	await page.goto("/");
	await page.evaluate(() => {
		const attempt = (task: () => void) => {
			try {
				task();
			} catch {
				// Trusted types throw.
			}
		};
		const add = (name: string, attributes: Record<string, string>) => {
			const element = Object.assign(document.createElement(name), { id: "attempt" });
			for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
			document.body.append(element);
		};
		attempt(() => {
			document.body.innerHTML += "<p id=attempt>markup</p>";
		});
		attempt(() => {
			const script = document.createElement("script");
			script.append("document.title = 'attempt'");
			document.body.append(script);
		});
		attempt(() => {
			document.querySelector("main")?.setAttribute("onclick", "document.title = 'attempt'");
		});
		attempt(() => document.querySelector("main")?.click());
		attempt(() => document.querySelector("main")?.setAttribute("style", "color: rgb(1, 2, 3)"));
		attempt(() => add("img", { src: "https://elsewhere.invalid/a.png" }));
		attempt(() => add("iframe", { src: "https://elsewhere.invalid/" }));
		attempt(() => add("base", { href: "https://elsewhere.invalid/" }));
		attempt(() => void fetch("https://elsewhere.invalid/").catch(() => {}));
	});
	const refused = [
		"TrustedHTML",
		"TrustedScript",
		"style-src",
		"img-src",
		"(frame|default)-src",
		"base-uri",
		"connect-src",
	];
	for (const name of refused) await expect.poll(() => complaints.join("\n")).toMatch(new RegExp(name));
	expect(await page.title()).not.toBe("attempt");
	await expect(page.locator("p#attempt")).toHaveCount(0);
	await expect(page.locator("main")).not.toHaveCSS("color", "rgb(1, 2, 3)");
	expect(await page.evaluate(() => document.baseURI)).toBe(page.url());
});
