import { json } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import { ids, text, wholeContent } from "./content.ts";
import { startSite } from "./liveSite.ts";
import { startServices } from "./services.ts";

const key = "key-of-the-status-page";

test("whoever has the key sees what is live and what fails, also in Contentful's frames; others see nothing", async () => {
	vi.stubEnv("STATUS_KEY", key);
	const content = wholeContent();
	const site = await startSite(await startServices(content));
	const ask = (query: string, method = "GET") => fetch(`${site.url}/status${query}`, { method });
	const missing = await (await fetch(`${site.url}/nothing`)).text();
	for (const query of ["", "?key=", "?key=wrong", `?other=${key}`]) {
		const answer = await ask(query);
		expect([answer.status, await answer.text()]).toEqual([404, missing]);
	}
	expect((await ask(`?key=${key}`, "POST")).status).toBe(405);

	const answer = await ask(`?key=${key}`);
	expect(answer.status).toBe(200);
	expect(answer.headers.get("cache-control")).toBe("no-store");
	expect(answer.headers.get("content-security-policy")).toContain(
		"frame-ancestors https://app.contentful.com https://app.eu.contentful.com;",
	);
	expect((await fetch(site.url)).headers.get("content-security-policy")).toContain("frame-ancestors 'none';");
	expect(await answer.text()).toMatch(/Live since .* UTC/);

	content.set("about", "title", {});
	await site.publish();
	const failing = await (await ask(`?key=${key}`)).text();
	expect(failing).toContain("Updates fail since");
	expect(failing).toContain(`/entries/${ids.about}</a>`);

	content.set("about", "title", text("About"));
	await site.publish();
	expect(await (await ask(`?key=${key}`)).text()).not.toContain("Updates fail");
});

test("without a key in the environment there is no such page; a failure that lasts is told by one mail to the site's own address, and its end by another", async () => {
	const mails: unknown[] = [];
	const brevo = await startLoopback({}, async (request) => {
		mails.push({ key: request.headers["api-key"], ...((await json(request)) as object) });
		return { status: 201, headers: { "Content-Type": "application/json" }, body: '{"messageId":"1"}' };
	});
	onTestFinished(() => brevo.close());
	vi.stubEnv("BREVO_API_KEY", "brevo-key");
	vi.stubEnv("BREVO_API_URL", brevo.url);
	const content = wholeContent();
	const site = await startSite(await startServices(content), { patience: 50 });
	expect((await fetch(`${site.url}/status?key=`)).status).toBe(404);
	content.set("about", "title", {});
	await site.publish();
	await vi.waitFor(() => expect(mails.length).toBe(1));
	await site.publish();
	content.set("about", "title", text("About"));
	await site.publish();
	await vi.waitFor(() => expect(mails.length).toBe(2));
	const contact = { email: "clinic@example.org" };
	const mail = { key: "brevo-key", sender: contact, to: [contact] };
	expect(brevo.requests).toEqual(Array(2).fill("POST /v3/smtp/email"));
	expect(mails).toEqual([
		{ ...mail, subject: "The website cannot be updated", textContent: expect.stringContaining('field "title"') },
		{ ...mail, subject: "The website is up to date again", textContent: expect.stringContaining("latest content") },
	]);
});
