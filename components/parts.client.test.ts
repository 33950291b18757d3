// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { findAroundTarget, requirePart } from "./parts.client.ts";

function createHost(html: string): HTMLElement {
	const host = document.createElement("site-example");
	host.innerHTML = html;
	return host;
}

describe("requirePart", () => {
	test("returns the element with the part's name inside the host", () => {
		const host = createHost('<p data-part="text"></p><form><button data-part="send"></button></form>');
		expect(requirePart(host, "send", HTMLButtonElement)).toBe(host.querySelector("button"));
	});

	test.each([
		["missing", ""],
		["of another class", '<a data-part="send"></a>'],
		["outside the host", undefined],
	])("names element, part and class when the part is %s", (_, html) => {
		const around = createHost('<button data-part="send"></button>');
		const host = createHost(html ?? "");
		around.append(host);
		const message = '<site-example> has no HTMLButtonElement with data-part="send".';
		expect(() => requirePart(host, "send", HTMLButtonElement)).toThrow(message);
	});
});

describe("findAroundTarget", () => {
	const host = createHost('<a href="/ru"><svg><path></path></svg></a><p>Text</p>');
	document.body.append(host);

	function findAround<Found extends Element>(
		target: Element | Document | null,
		selector: string,
		type: new () => Found,
	): Found | undefined {
		let found: Found | undefined;
		const find = (event: Event) => {
			found = findAroundTarget(event, selector, type);
		};
		document.addEventListener("click", find, { once: true });
		(target ?? document).dispatchEvent(new Event("click", { bubbles: true }));
		return found;
	}

	test("returns the element around the target, or the target itself", () => {
		const link = host.querySelector("a");
		expect(findAround(host.querySelector("path"), "a[href]", HTMLAnchorElement)).toBe(link);
		expect(findAround(link, "a[href]", HTMLAnchorElement)).toBe(link);
	});

	test.each([
		["nothing around the target matches", host.querySelector("p"), "a"],
		["the element is of another class", host.querySelector("path"), "svg"],
		["the target is no element", document, "a"],
	])("returns undefined when %s", (_, target, selector) => {
		expect(findAround(target, selector, HTMLAnchorElement)).toBeUndefined();
	});
});
