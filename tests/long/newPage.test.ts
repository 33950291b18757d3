import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { copyProject } from "../copyProject.ts";
import { writeFiles } from "../folders.ts";
import { parseDocument } from "../site/sitePages.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { startServices } from "../wire/services.ts";
import {
	assetLink,
	createCompleteContent,
	entryLink,
	linkPair,
	plain,
	text,
} from "../wire/testContent.ts";

const modelEntry = `
	kitchenTours: {
		name: "Kitchen tours page",
		help: "Evenings in the kitchen.",
		fields: {
			title: { kind: "text", required: true, help: "The page's heading, and its name in the navigation." },
			cover: { kind: "asset", help: "The picture beside the heading." },
			kitchenTours: { kind: "entries", itemType: "kitchenTour", help: "The tours, in the order of the page." },
		},
	},
} as const satisfies Record<string, ContentType<ListEntryName>>;`;

const modelListEntry = `
	kitchenTour: {
		name: "Kitchen tour",
		help: "A tour of the kitchen. Its price comes from Stripe.",
		fields: {
			title: { kind: "text", required: true, help: "Its name." },
			stripeProductId: { kind: "code", required: true, help: "The product in Stripe: prod_ and what follows." },
			stripePaymentLink: { kind: "paymentLink", help: "The payment link from Stripe." },
		},
	},
} as const satisfies Record<string, ContentType<never>>;`;

const facts = `
	kitchenTours: {
		path: "/kitchen-tours",
		label: ({ kitchenTours }) => kitchenTours.title,
		heading: ({ kitchenTours }) => [kitchenTours.title],
		titleDetails: ({ kitchenTours: { kitchenTours } }) => kitchenTours.map(({ title }) => title),
		descriptionTexts: ({ kitchenTours: { kitchenTours } }) => kitchenTours.map(({ title }) => title),
		pictures: ({ kitchenTours }) => [kitchenTours.cover],
		offers: ({ kitchenTours: { kitchenTours } }) =>
			kitchenTours.map((item) => ({
				...describeService(item, item.stripePaymentLink),
				name: item.title.value,
				picture: undefined,
			})),
		prerender: "moderate",
	},
};
`;

const markup = `import { PriceTag, Purchase, titleIdOf } from "../../components/Purchase/Purchase.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Snapshot } from "../../content/snapshot.ts";

export function Page({ content }: { content: Snapshot }) {
	const { title, kitchenTours } = content.kitchenTours;
	return (
		<>
			<Text as="h1" text={title} />
			<ul>
				{kitchenTours.map((kitchenTour) => (
					<li key={kitchenTour.id} id={kitchenTour.id}>
						<Text as="h2" id={titleIdOf(kitchenTour.id)} text={kitchenTour.title} />
						<PriceTag item={kitchenTour} />
						<Purchase item={kitchenTour} link={kitchenTour.stripePaymentLink} appShell={content.appShell} />
					</li>
				))}
			</ul>
		</>
	);
}
`;

/** Copies the project, starts stand-ins for the services, and returns functions for the copy. */
async function openProject(content: ReturnType<typeof createCompleteContent>) {
	const [folder, { variables }] = await Promise.all([copyProject(), startServices(content)]);
	const read = (file: string) => readFile(join(folder, file), "utf8");
	return {
		folder,
		read,
		readDocument: async (file: string) => parseDocument(await read(`dist/client/${file}`)),
		/** Replaces a text that a file contains exactly once. */
		async replace(file: string, old: string, replacement: string): Promise<void> {
			const parts = (await read(file)).split(old);
			expect(parts, `${file} has once: ${old}`).toHaveLength(2);
			await writeFile(join(folder, file), parts.join(replacement));
		},
		/** Runs a Node.js program. Returns its output, also when it fails. */
		async run(...parameters: string[]): Promise<string> {
			const options = { cwd: folder, env: isolatedEnvironment(variables) };
			const { stdout, stderr } = await promisify(execFile)(
				process.execPath,
				parameters,
				options,
			).catch((error) => error);
			return stdout + stderr;
		},
	};
}

function listAddresses(document: Document, selector: string): (string | null)[] {
	return [...document.querySelectorAll(selector)].map((element) => element.getAttribute("href"));
}

test("a page that sells needs model, facts and a folder", async () => {
	const content = createCompleteContent();
	content.sell("prod_bread", 4500);
	content.add("kitchenTours", {
		title: text("Kitchen tours"),
		cover: plain(assetLink("logo-1")),
		kitchenTours: plain([entryLink("tour-bread")]),
	});
	content.add("tour-bread", {
		title: text("Bread"),
		stripeProductId: plain("prod_bread"),
		stripePaymentLink: linkPair("https://buy.stripe.com/bread"),
	});
	const { folder, read, readDocument, replace, run } = await openProject(content);
	for (const code of [modelEntry, modelListEntry]) {
		await replace("content/model.ts", code.slice(code.lastIndexOf("}")), code.trimStart());
	}
	await replace("content/pages.ts", "\n};\n", facts);
	expect(await run("scripts/build.ts")).toContain(
		"✗ The page /kitchen-tours (en-US) fails to render: status 404",
	);

	const settings =
		'{ "extends": "./tsconfig.json", "include": ["components", "content", "pages"] }';
	await writeFiles(folder, {
		"pages/kitchen-tours/+Page.tsx": markup,
		"tsconfig.pages.json": settings,
	});
	expect(await run("node_modules/typescript/bin/tsc", "--project", "tsconfig.pages.json")).toBe("");
	expect(await run("scripts/build.ts")).not.toContain("✗");

	const about = await readDocument("ru/about.html");
	for (const place of ["header", "footer"]) {
		expect(listAddresses(about, `${place} nav a`).at(-1)).toBe("/ru/kitchen-tours");
	}
	const sitemap = await read("dist/client/sitemap.xml");
	expect(sitemap).toContain("<loc>https://clinic.example/kitchen-tours</loc>");
	expect(sitemap).toContain("<loc>https://clinic.example/ru/kitchen-tours</loc>");
	const page = await readDocument("kitchen-tours.html");
	const { "@graph": things } = JSON.parse(
		page.querySelector("[type='application/ld+json']")?.textContent ?? "",
	);
	expect(things.at(-1)).toMatchObject({
		"@type": "Service",
		"@id": "https://clinic.example/kitchen-tours#tour-bread",
		name: "Bread",
		offers: {
			price: "45.00",
			priceCurrency: "GBP",
			url: "https://buy.stripe.com/bread?client_reference_id=en-kitchenTours",
		},
	});
});
