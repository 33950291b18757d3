// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { previewVersionName } from "../../environment/preview.ts";
import { recordCopyAndUpdate, updatePage, updatePageTo } from "./updatePage.client.ts";

/** Simulated request. Receives no response until a test calls `respond`. */
class HeldRequest {
	static sent: HeldRequest[] = [];
	status = 0;
	response: Document | null = null;
	onloadend = () => {};
	open(): void {}
	send(): void {
		HeldRequest.sent.push(this);
	}
	respond(html: string): void {
		this.status = 200;
		this.response = new DOMParser().parseFromString(html, "text/html");
		this.onloadend();
	}
}

afterEach(() => vi.unstubAllGlobals());

const createHtml = (locale: string, version: string, title: string) =>
	`<html id="${locale}"><head><title>${title}</title><meta name="${previewVersionName}" content="${version}"></head><body><h1>${title}</h1></body></html>`;

function showPage(html: string): void {
	const next = new DOMParser().parseFromString(html, "text/html");
	document.documentElement.id = next.documentElement.id;
	document.head.replaceChildren(...next.head.childNodes);
	document.body.replaceChildren(...next.body.childNodes);
}

const readTitles = () => [document.title, document.querySelector("h1")?.textContent];
const waitForRequest = (number: number) => vi.waitFor(() => expect(HeldRequest.sent).toHaveLength(number));

test("a response in the previous language is fetched again", async () => {
	vi.stubGlobal("XMLHttpRequest", HeldRequest);
	showPage(createHtml("en-US", "1", "First"));
	recordCopyAndUpdate();
	HeldRequest.sent[0]?.respond(createHtml("en-US", "1", "First"));
	await Promise.resolve();
	updatePage();
	await waitForRequest(2);
	// The visitor gets the page that the language switch has prefetched before the save.
	showPage(createHtml("ru", "1", "Первый"));
	recordCopyAndUpdate();
	HeldRequest.sent[1]?.respond(createHtml("en-US", "2", "Second"));
	await waitForRequest(3);
	expect(readTitles()).toEqual(["Первый", "Первый"]);
	HeldRequest.sent[2]?.respond(createHtml("ru", "2", "Второй"));
	await vi.waitFor(() => expect(readTitles()).toEqual(["Второй", "Второй"]));
	updatePageTo("2");
	expect(HeldRequest.sent, "the page shows this version already").toHaveLength(3);
});
