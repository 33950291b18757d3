import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { type ContentType, type Field, type Kind, listEntries, pageEntries } from "../../content/model.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import {
	assetLink,
	ids,
	listIds,
	paragraph,
	plain,
	shortLimits,
	startServices,
	temporaryFolder,
	textNode,
	wholeContent,
	withoutSecrets,
} from "./content.ts";

/** The fields that hold words. */
const shapes: Partial<Record<Kind, (text: string) => unknown>> = {
	text: (text) => text,
	textOrNumber: (text) => text,
	textList: (text) => [text],
	richText: (text) => paragraph(textNode(text)),
};

/** A space that has something in every field, and nothing of the demo's. Out: the content, and its texts by language. */
function fullContent() {
	const content = wholeContent();
	const texts: Record<Locale, string[]> = { "en-US": [], ru: [] };
	const words = (name: string) => {
		const both = { "en-US": `${name}-en`, ru: `${name}-ru` };
		for (const locale of localeCodes) texts[locale].push(both[locale]);
		return both;
	};
	const fill = (name: string, { kind }: Field) => {
		if (kind === "asset") return plain(assetLink("sea"));
		if (kind === "assets") return plain([assetLink("sea")]);
		const shape = shapes[kind];
		if (!shape) return undefined;
		const { "en-US": english, ru } = words(name);
		return { "en-US": shape(english), ru: shape(ru) };
	};
	content.addAsset("sea", { title: words("sea") });
	content.item("logo-1").fields.title = words("logo");
	for (const [name, { fields }] of Object.entries<ContentType>({ ...pageEntries, ...listEntries })) {
		const id = { ...ids, ...listIds }[name] ?? name;
		for (const [field, model] of Object.entries(fields)) {
			const values = field === "logo" ? undefined : fill(`${name}-${field}`, model);
			if (values) content.set(id, field, values);
		}
	}
	content.set(listIds.package, "stripeMonthlyPaymentLink", plain("https://buy.stripe.com/monthly"));
	return { content, texts };
}

/** Every text of a snapshot. */
function textsOf(value: unknown): string[] {
	if (!value || typeof value !== "object") return [];
	if ("value" in value && typeof value.value === "string") return [value.value];
	return Object.values(value).flatMap(textsOf);
}

test("a build of another content has exactly its texts, shows them, and holds no key", {
	timeout: 60_000,
}, async () => {
	const { content, texts } = fullContent();
	const services = await startServices(content);
	const root = await temporaryFolder({ parent: ".cache" });
	await withoutSecrets(root, (log) =>
		buildSite(services.environment, { root, cache: ".cache", log, limits: shortLimits }),
	);
	const read = (file: string) => readFile(join(root, file), "utf8");
	// Made-up texts say nothing on tax.
	expect(JSON.parse(await read("content/generated/report.json"))).toMatchObject([{ severity: "info", field: "legal" }]);
	for (const locale of localeCodes) {
		const snapshot = JSON.parse(await read(`content/generated/${locale}.json`));
		expect(new Set(textsOf(snapshot))).toEqual(new Set(texts[locale]));
		const documents = routeNames.map((route) => read(`dist/client/${fileOf(pathOf(route, locale))}`));
		const pages = (await Promise.all(documents)).map((page) => page.replaceAll("\u2060", ""));
		const shown = [...texts[locale], "£65.00", "£495.00", "£180.00", "https://buy.stripe.com/monthly"];
		expect(shown.filter((text) => !pages.some((page) => page.includes(text)))).toEqual([]);
		expect(pages.filter((page) => /morrowleaf/i.test(page))).toEqual([]);
	}
});
