import { describe, expect, test } from "vitest";
import { chooseReviews, isSellingPage, type ReviewPage } from "../../content/chooseReviews.ts";
import { type Locale, localeCodes } from "../../content/locales.ts";
import type { PageEntryName } from "../../content/model.ts";
import { toPlainText } from "../../content/plainText.ts";
import { pathOf, type RouteName, routeNames } from "../../content/routes.ts";
import type { Snapshot, TextValue } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { bundleFolder } from "../tools/bundle.ts";
import { collapse, loadPages, parseDocument, requireSingle } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const sellingPages = routeNames.filter(isSellingPage);
const reviewPages: ReviewPage[] = [...sellingPages, "about"];
const practitionerPages: RouteName[] = ["home", "approach", ...sellingPages];
const contactPages: RouteName[] = ["home", ...reviewPages];

/** Renders the site with changed content, and returns a function that parses one of its pages. */
async function renderChanged(change: (content: Snapshot) => Snapshot) {
	const changed = { "en-US": change(snapshots["en-US"]), ru: change(snapshots.ru) };
	const documents = await renderSite(bundleFolder, changed, { url: "https://www.example.org", indexable: true });
	return (route: RouteName, locale: Locale) => parseDocument(documents.get(fileOf(pathOf(route, locale)))?.html ?? "");
}

/** Lists the ids of the consultations with a primary button. */
const listPrimaryRows = (document: Document) =>
	[...document.querySelectorAll(".rows > li:has(.button:not(.quiet))")].map(({ id }) => id);

describe.each(loadPages().filter(({ route }) => route !== undefined))("$file", ({ document, locale, route }) => {
	const content = snapshots[locale];

	test("shows the practitioner on the home page, with the approach and on pages that sell", () => {
		const found = document.querySelectorAll("main .practitioner");
		expect(found).toHaveLength(practitionerPages.some((page) => page === route) ? 1 : 0);
		for (const one of found) {
			expect(requireSingle(one, ".practitioner-name a").getAttribute("href")).toBe(pathOf("about", locale));
			expect(requireSingle(one, "img").getAttribute("src")).toBe(content.about.cover?.src);
		}
	});

	test("shows one review with the note on its origin on About and on pages that sell", () => {
		const page = reviewPages.find((name) => name === route);
		const review = page && chooseReviews(content)[page];
		const quotes = [...document.querySelectorAll(".client-review")].map((figure) => collapse(figure.textContent));
		expect(quotes).toHaveLength(review ? 1 : 0);
		for (const quote of quotes) {
			expect(quote).toContain(collapse(toPlainText(review?.review)));
			expect(quote).toContain(collapse(content.home.reviewsNote?.value));
		}
		expect(requireSingle(document, "script[type='application/ld+json']").textContent).not.toContain("Review");
	});

	test("has at most one strong band, which is not directly above the footer", () => {
		const bands = [...document.querySelectorAll("main > .strong")];
		expect(bands).toHaveLength(["home", "about", "approach"].some((page) => page === route) ? 1 : 0);
		for (const band of bands) expect(band.nextElementSibling).not.toBeNull();
	});

	test("says once, beside its last contact button, how and when the practice answers", () => {
		const notes = [...document.querySelectorAll("main .contact-note")];
		const hasButtons = document.querySelector("main .actions > [href^='mailto:']") !== null;
		if (contactPages.some((page) => page === route)) expect(hasButtons).toBe(true);
		expect(notes.map((note) => collapse(note.textContent))).toEqual(
			hasButtons ? [collapse(content.appShell.contactNote?.value)] : [],
		);
		for (const note of notes) {
			const buttons = [...document.querySelectorAll("main a.button[href^='mailto:']")];
			expect(note.parentElement?.contains(buttons.at(-1) ?? null)).toBe(true);
		}
	});
});

test.each(localeCodes)("the consultation to begin with is marked, and About leads to it (%s)", (locale) => {
	const documentOf = (name: RouteName) =>
		loadPages().find((page) => page.route === name && page.locale === locale)?.document ?? parseDocument("");
	const row = requireSingle(documentOf("consultations"), ".rows > .first-step");
	expect(row.id).toBe("consultation-initial");
	expect(collapse(row.textContent)).toContain(collapse(words[locale].beginHere));
	expect(listPrimaryRows(documentOf("consultations"))).toEqual([row.id]);
	const policy = requireSingle(row, ".small-print a");
	expect(policy.getAttribute("href")).toBe(`${pathOf("consultations", locale)}#cancellation-policy`);
	const link = requireSingle(documentOf("about"), ".beside-text .button");
	expect(link.getAttribute("href")).toBe(`${pathOf("consultations", locale)}#${row.id}`);
	expect(requireSingle(documentOf("home"), ".first-step-band .button").getAttribute("href")).toBe(
		link.getAttribute("href"),
	);
});

test("the consultation to begin with is first, and the others keep their order", async () => {
	const documentOf = await renderChanged((content) => {
		const consultations = content.consultations.consultations.map((item, index) => ({
			...item,
			beginHere: index === 2 ? (true as const) : undefined,
		}));
		return { ...content, consultations: { ...content.consultations, consultations } };
	});
	const rows = [...documentOf("consultations", "ru").querySelectorAll(".rows > li")].map(({ id }) => id);
	const ids = snapshots.ru.consultations.consultations.map(({ id }) => id);
	expect(rows).toEqual([ids[2], ids[0], ids[1], ...ids.slice(3)]);
});

test("without a marked consultation the home page's first button leads to all of them, with the lowest price", async () => {
	const documentOf = await renderChanged((content) => {
		const [first, ...others] = content.consultations.consultations.map((item) => ({ ...item, beginHere: undefined }));
		const consultations = first ? [{ ...first, stripePaymentLink: undefined }, ...others] : [];
		return { ...content, consultations: { ...content.consultations, consultations } };
	});
	const home = documentOf("home", "en-US");
	const button = requireSingle(home, ".hero .button:has(+ .price-from)");
	expect(button.getAttribute("href")).toBe("/consultations");
	expect(collapse(button.nextElementSibling?.textContent)).toBe("from £65.00 30 minutes");
	expect(home.querySelectorAll(".first-step-band").length).toBe(0);
	const consultations = documentOf("consultations", "en-US");
	expect(consultations.querySelectorAll(".first-step").length).toBe(0);
	expect(documentOf("packages", "en-US").querySelectorAll(".first-step-row").length).toBe(0);
	expect(listPrimaryRows(consultations), "the first row that can be paid").toEqual(["consultation-follow-up"]);
	expect(documentOf("about", "en-US").querySelectorAll(".beside-text .button").length).toBe(0);
});

test("without a first step, the recommended package is tinted, and one offer of a page has the primary button", async () => {
	const documentOf = await renderChanged((content) => {
		const consultations = content.consultations.consultations.map((item) => ({ ...item, beginHere: undefined }));
		return { ...content, consultations: { ...content.consultations, consultations } };
	});
	const main = requireSingle(documentOf("packages", "ru"), "main");
	const recommended = requireSingle(main, ".packages > article.first-step");
	expect(requireSingle(main, ".button:not(.quiet)").closest("article")).toBe(recommended);
	const programmes = requireSingle(documentOf("programmes", "ru"), "main");
	expect(requireSingle(programmes, ".button:not(.quiet)").closest(".programme")?.matches(":first-child")).toBe(true);
});

test("only the first step has a primary button beside a single programme", async () => {
	const documentOf = await renderChanged((content) => {
		const programmes = content.programmes.programmes.slice(0, 1);
		return { ...content, programmes: { ...content.programmes, programmes } };
	});
	const primary = documentOf("programmes", "ru").querySelectorAll("main .button:not(.quiet)");
	expect([...primary].map((button) => button.closest(".first-step-row") !== null)).toEqual([true]);
});

test("the contact buttons of the home page are secondary when there are consultations", async () => {
	const documentOf = await renderChanged((content) => content);
	const buttons = [...documentOf("home", "ru").querySelectorAll(".contact .button")];
	expect(buttons.map(({ className }) => className)).toEqual(["button quiet"]);
});

test("without a picture the home page's checklist is beside its title", async () => {
	const documentOf = await renderChanged((content) => ({
		...content,
		home: { ...content.home, heroCover: undefined },
	}));
	requireSingle(documentOf("home", "ru"), ".aid.headed > h2 + .checklist");
});

test("long titles of pages have smaller letters", async () => {
	const documentOf = await renderChanged((content) => ({
		...content,
		consultations: { ...content.consultations, title: { value: "x".repeat(41) } },
		programmes: { ...content.programmes, title: { value: "x".repeat(40) } },
	}));
	expect(requireSingle(documentOf("consultations", "en-US"), "h1").className).toBe("long");
	expect(requireSingle(documentOf("programmes", "en-US"), "h1").className).toBe("");
});

test("a certificate without a title is a link with a name", async () => {
	const documentOf = await renderChanged(({ about, ...content }) => {
		const certificates = about.certificates.slice(0, 1).map((picture) => ({ ...picture, title: { value: "" } }));
		return { ...content, about: { ...about, certificates } };
	});
	const link = requireSingle(documentOf("about", "ru"), ".certificates a");
	expect(requireSingle(link, "img").getAttribute("alt")).toBe(words.ru.certificates);
});

test("a long word of a certificate's title is broken with a hyphen", async () => {
	const documentOf = await renderChanged(({ about, ...content }) => {
		const title = { value: "Диплом по функциональному питанию" };
		const certificates = about.certificates.slice(0, 1).map((picture) => ({ ...picture, title }));
		return { ...content, about: { ...about, certificates } };
	});
	expect(requireSingle(documentOf("about", "ru"), ".certificates a").textContent).toContain("\u00ad");
});

test("certificates have a background only when no dark band is above them", async () => {
	const classWith = async (change: (content: Snapshot) => Snapshot) =>
		requireSingle((await renderChanged(change))("about", "en-US"), "section:has(> .certificates)").className;
	expect(await classWith((content) => content)).not.toContain("tinted");
	expect(await classWith(({ home, ...content }) => ({ ...content, home: { ...home, reviews: [] } }))).toContain(
		"tinted",
	);
});

test("the help text is among five packages, and below other numbers of packages", async () => {
	const helpWith = async (count: number) => {
		const documentOf = await renderChanged((content) => {
			const packages = Array.from({ length: count }, (_, index) => content.packages.packages[index % 3]);
			const items = packages.flatMap((item, index) => (item ? [{ ...item, id: `package-${index}` }] : []));
			return { ...content, packages: { ...content.packages, packages: items } };
		});
		return requireSingle(documentOf("packages", "en-US"), ".help").parentElement?.className ?? "";
	};
	expect(await helpWith(2)).toBe("");
	expect(await helpWith(4)).toBe("");
	expect(await helpWith(5)).toBe("packages cards");
});

test("the first step beside other offers links to the cancellation policy, if there is one", async () => {
	const linkWith = async (policy: Partial<Snapshot["consultations"]>) => {
		const documentOf = await renderChanged(({ consultations, ...content }) => ({
			...content,
			consultations: { ...consultations, ...policy },
		}));
		const link = documentOf("programmes", "ru").querySelector(".first-step-row .action");
		return link && [link.getAttribute("href"), link.textContent];
	};
	const link = ["/ru/consultations#cancellation-policy", words.ru.cancellationPolicy];
	expect(await linkWith({})).toEqual(link);
	expect(await linkWith({ cancellationPolicyTitle: undefined })).toEqual(link);
	expect(await linkWith({ cancellationPolicyTitle: undefined, cancellationPolicyDescription: undefined })).toBeNull();
});

test("the first step says what it is on Programmes and with the tests", async () => {
	const documentOf = await renderChanged((content) => content);
	const textOf = (route: RouteName) =>
		collapse(documentOf(route, "en-US").querySelector(".first-step-text")?.textContent);
	expect(textOf("programmes")).toBe("The long one, with time to tell the whole story.");
	expect(textOf("functionalTests")).toBe(textOf("programmes"));
	expect(textOf("packages")).toBe("");
});

test("About has no review on a site that sells nothing, because the review would be directly above the footer", async () => {
	const documentOf = await renderChanged((content) => ({
		...content,
		about: { ...content.about, certificates: [] },
		consultations: { ...content.consultations, consultations: [] },
		packages: { ...content.packages, packages: [] },
		programmes: { ...content.programmes, programmes: [] },
		functionalTests: { ...content.functionalTests, dnaTests: [] },
	}));
	expect(documentOf("about", "en-US").querySelectorAll("main > .strong").length).toBe(0);
});

test("without an About page no page shows the practitioner, and the consultations still name the registration", async () => {
	const documentOf = await renderChanged((content) => ({ ...content, hidden: ["about"] }));
	for (const route of practitionerPages) {
		const document = documentOf(route, "ru");
		expect(document.querySelectorAll(".practitioner").length, route).toBe(0);
		expect(document.querySelectorAll("main a[href='/ru/about']").length, route).toBe(0);
	}
	const link = requireSingle(documentOf("consultations", "ru"), ".consultations > div > .small-print a");
	expect(link.getAttribute("href")).toBe(snapshots.ru.appShell.registrationUrl);
});

test("consultations without payment links have one contact button, and a quiet link in each row", async () => {
	const documentOf = await renderChanged((content) => {
		const consultations = content.consultations.consultations.map((item) => ({
			...item,
			stripePaymentLink: undefined,
		}));
		return { ...content, consultations: { ...content.consultations, consultations } };
	});
	const main = requireSingle(documentOf("consultations", "en-US"), "main");
	const links = [...main.querySelectorAll("a[href^='mailto:']")].map(({ className }) => className);
	expect(links).toEqual(["action", "action", "action", "action", "button"]);
});

test("a DNA test without an address has a mail button", async () => {
	const documentOf = await renderChanged(({ functionalTests, ...content }) => {
		const absent = { cover: undefined, description: undefined, url: undefined };
		const dnaTests = functionalTests.dnaTests.slice(0, 1).map((item) => ({ ...item, ...absent }));
		return { ...content, functionalTests: { ...functionalTests, dnaTests } };
	});
	const item = requireSingle(documentOf("functionalTests", "ru"), ".tests .cards > article");
	expect(requireSingle(item, ".purchase .button").getAttribute("href")).toMatch(/^mailto:/);
});

test("without a logo the header has the legal name, or else the name of the practitioner, or else the label of the home page", async () => {
	const nameWithout = async (legalName: TextValue | undefined, hidden: PageEntryName[] = []) => {
		const documentOf = await renderChanged((content) => ({
			...content,
			hidden,
			navigation: { ...content.navigation, logo: undefined },
			appShell: { ...content.appShell, legalName },
		}));
		return collapse(requireSingle(documentOf("home", "ru"), ".logo").textContent);
	};
	expect(await nameWithout({ value: "Lind Ltd" })).toBe("Lind Ltd");
	expect(await nameWithout(undefined)).toBe(collapse(snapshots.ru.about.title.value));
	// The title of an About page that is left out is a placeholder.
	expect(await nameWithout(undefined, ["about"])).toBe(snapshots.ru.navigation.home.value);
});

test("an only consultation is the one to begin with", async () => {
	const documentOf = await renderChanged((content) => {
		const [first] = content.consultations.consultations;
		const consultations = first ? [{ ...first, beginHere: undefined }] : [];
		return { ...content, consultations: { ...content.consultations, consultations } };
	});
	for (const [route, place] of [
		["home", ".hero"],
		["home", ".first-step-band"],
		["about", ".beside-text"],
		["packages", ".first-step-row"],
		["programmes", ".first-step-row"],
		["functionalTests", ".first-step-row"],
	] as const) {
		const button = requireSingle(documentOf(route, "ru"), `${place} .button`);
		expect(button.getAttribute("href"), place).toBe("/ru/consultations#consultation-initial");
	}
	requireSingle(documentOf("consultations", "ru"), ".first-step > .first-step-label");
	requireSingle(documentOf("home", "ru"), ".first-step-band .first-step-label");
	const row = requireSingle(documentOf("packages", "ru"), ".first-step-row > .first-step-label");
	expect(row.textContent).toBe(words.ru.newHere);
	// Otherwise the button moves on phones when duration and price arrive.
	requireSingle(documentOf("packages", "ru"), ".first-step-row .price ~ .button:last-child");
	requireSingle(documentOf("about", "ru"), ".beside-text .first-step-label");
});

test("the contact buttons have a title, except below the help text of the packages", async () => {
	const listTitles = (document: Document) =>
		[...document.querySelectorAll("main .contact-title")].map(({ textContent }) => textContent);
	const documentOf = await renderChanged((content) => content);
	expect(listTitles(documentOf("programmes", "ru"))).toEqual([words.ru.anyQuestions]);
	expect(listTitles(documentOf("packages", "ru"))).toEqual([]);
	const withoutHelp = await renderChanged(({ packages, ...content }) => ({
		...content,
		packages: { ...packages, helpText: undefined },
	}));
	expect(listTitles(withoutHelp("packages", "ru"))).toEqual([words.ru.anyQuestions]);
});

test("without a note about answers, the e-mail address is beside the last contact button", async () => {
	const documentOf = await renderChanged(({ appShell, ...content }) => ({
		...content,
		appShell: { ...appShell, contactNote: undefined },
	}));
	const note = requireSingle(documentOf("programmes", "en-US"), "main .contact-note");
	expect(note.textContent).toBe(snapshots["en-US"].appShell.contactEmail);
});

test("programmes have their prices and buttons beside their closed sections", () => {
	for (const { document: page, locale } of loadPages().filter(({ route }) => route === "programmes")) {
		const purchases = [...page.querySelectorAll(".programme > details:not([open]) + .purchase:has(.price)")];
		const links = purchases.map((purchase) => requireSingle(purchase, "a.button").getAttribute("href"));
		expect(links.length).toBe(snapshots[locale].programmes.programmes.length);
		expect(links.every((link) => link?.startsWith("https://buy.stripe.com/"))).toBe(true);
	}
});

test("the page of programmes has the note on paying only if one of them can be paid", async () => {
	const withProgramme = (change: { stripeOneTimePaymentLink?: undefined }) =>
		renderChanged((content) => {
			const programmes = content.programmes.programmes.slice(0, 1).map((one) => ({ ...one, ...change }));
			return { ...content, programmes: { ...content.programmes, programmes } };
		});
	const page = (await withProgramme({}))("programmes", "ru");
	expect(page.querySelectorAll(".offers > .dotted.small-print")).toHaveLength(1);
	const unpaid = (await withProgramme({ stripeOneTimePaymentLink: undefined }))("programmes", "ru");
	expect(unpaid.querySelectorAll(".offers > .dotted.small-print")).toHaveLength(0);
});

test("the heading of the first step is its title, above at least 80 characters of its description", async () => {
	const paragraph =
		"Для новых. Анкету и анализы я читаю заранее. После встречи у вас есть план из трёх изменений. Всё.";
	const documentOf = await renderChanged((content) => {
		const description = {
			blocks: [{ type: "paragraph" as const, content: [{ type: "text" as const, value: paragraph }] }],
		};
		const consultations = content.consultations.consultations.map((item) => ({ ...item, description }));
		return { ...content, consultations: { ...content.consultations, consultations } };
	});
	const band = requireSingle(documentOf("approach", "ru"), ".first-step-band");
	expect(collapse(requireSingle(band, "h2").textContent)).toBe("Первая консультация");
	expect(collapse(requireSingle(band, ".lead").textContent)).toBe(paragraph.replace(" Всё.", ""));
});

test("up to three certificates are beside their heading", async () => {
	const withCertificates = (count: number) =>
		renderChanged(({ about, ...content }) => ({
			...content,
			about: { ...about, certificates: about.certificates.slice(0, count) },
		}));
	for (const [count, headed] of [
		[1, 1],
		[4, 0],
	] as const) {
		const documentOf = await withCertificates(count);
		expect(documentOf("about", "ru").querySelectorAll(".headed > .certificates").length, `${count}`).toBe(headed);
	}
});

test.each([
	["an icon in place of a long label", "Write to us today", undefined, true],
	["a brief name and label", "Write", "Ada Lark", true],
	["a longer name", "Write", "Ada Lark Ltd.", false],
])("on phones the menu button has its label beside %s: %s, %s, %s", async (_, label, legalName, isShown) => {
	const documentOf = await renderChanged((content) => ({
		...content,
		navigation: { ...content.navigation, logo: legalName ? undefined : content.navigation.logo },
		appShell: {
			...content.appShell,
			contactButton: { value: label },
			legalName: legalName ? { value: legalName } : undefined,
		},
	}));
	expect(requireSingle(documentOf("home", "en-US"), "header").matches(".menu-label")).toBe(isShown);
});
