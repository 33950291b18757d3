import { deliverSpace } from "../demo/contentfulService.ts";
import { listPaymentLinks, listPrices } from "../demo/stripeService.ts";
import { requireEnvironment } from "../environment/environment.server.ts";
import { parseContents } from "../scripts/pull/contentful/parseContent.ts";
import { joinContent, type Media } from "../scripts/pull/joinContent.ts";
import { Report } from "../scripts/pull/report.ts";
import { salesSchema } from "../scripts/pull/stripe/fetchSales.ts";
import { formatFindings } from "./formatFindings.ts";
import { createCompleteContent, ids, type TestContent } from "./testContent.ts";

type JoinOptions = {
	/** Variables that extend or replace those of a site with Contentful and Stripe. */
	environment?: Record<string, string | undefined>;
	isPreview?: boolean;
	media?: Partial<Media>;
};

const size = { width: 3, height: 2 };

/** Pictures and files that are all usable, without being fetched. */
const usableMedia: Media = {
	getPicture: (address) => ({ value: { src: `/media/${address.split("/").at(-1)}`, ...size } }),
	getFile: (address) => ({ value: `/media/files/${address.split("/").at(-1)}` }),
};

/**
 * Parses and joins changed content in memory, without services and files. Each of `rows` is a finding by its code. With
 * faults, the snapshots have placeholders.
 */
export function joinChanged(
	change: (content: TestContent) => unknown,
	{ environment, isPreview = false, media }: JoinOptions = {},
) {
	const content = createCompleteContent();
	change(content);
	const parsedEnvironment = {
		...requireEnvironment({
			CONTENTFUL_SPACE_ID: "q7",
			CONTENTFUL_DELIVERY_TOKEN: "token",
			CONTENTFUL_ENTRY_IDS: JSON.stringify(ids),
			STRIPE_API_KEY: "key",
			SITE_URL: "https://clinic.example",
			...environment,
		}),
		preview: isPreview,
	};
	const report = new Report(parsedEnvironment.contentful);
	const delivery = { spaceId: "q7", host: "cdn.example", isPreview, omitsDrafts: !isPreview };
	const { entries, assets } = deliverSpace(content.space, delivery);
	const byId = <Item extends { sys: { id: string } }>(items: Item[]) =>
		new Map(items.map((item) => [item.sys.id, item]));
	const contentfulData = {
		entries: byId(entries),
		assets: byId(assets),
		locales: content.space.locales,
		largeIds: [],
	};
	report.contentfulData = contentfulData;
	const query = new URLSearchParams("active=true&type=one_time&limit=100");
	const read = (list: unknown) => (list as { data: unknown[] }).data;
	const sales = salesSchema.parse({
		prices: read(listPrices(content, query)),
		paymentLinks: read(listPaymentLinks(content, query)),
	});
	const contents = parseContents({ contentfulData, environment: parsedEnvironment, report });
	const allMedia = { ...usableMedia, ...media };
	const snapshots = joinContent(parsedEnvironment, contents, allMedia, sales, report);
	report.addLosses();
	const { "en-US": en, ru } = snapshots;
	return {
		snapshots,
		en,
		ru,
		findings: report.findings,
		rows: formatFindings(report.findings),
		faults: formatFindings(report.faults),
	};
}
