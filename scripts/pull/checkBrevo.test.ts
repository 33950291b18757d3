import { expect, test } from "vitest";
import { requireEnvironment } from "../../environment/environment.server.ts";
import { formatFindings } from "../../tests/formatFindings.ts";
import { startStandIn } from "../../tests/standIns.ts";
import { checkBrevo } from "./checkBrevo.ts";
import { Report } from "./report.ts";

/** Checks a stand-in for Brevo. Returns the senders that it has found, findings by their codes, and the requests. */
async function check(respond: (path: string) => { status?: number; body?: object }) {
	const brevo = await startStandIn((_, { pathname }) => {
		const { status = 200, body = {} } = respond(pathname);
		return { status, body: JSON.stringify(body) };
	});
	const environment = requireEnvironment({
		BREVO_API_KEY: "k",
		BREVO_LIST_ID: "7",
		BREVO_TEMPLATE_ID_EN: "11",
		BREVO_TEMPLATE_ID_RU: "12",
		BREVO_API_URL: brevo.url,
	});
	const report = new Report(environment.contentful);
	const senders = await checkBrevo(environment, report, () => {});
	return { senders, rows: formatFindings(report.findings), requests: brevo.requests.toSorted() };
}

test.each([
	[401, ["warning | BREVO_API_KEY | brevoRefuses, mailsMayFail | reason=401"]],
	[403, ["warning | BREVO_API_KEY | brevoRefuses, mailsMayFail | reason=403"]],
	[503, []],
])("Brevo's answer %i is reported, unless it passes", async (status, expected) => {
	const { rows, requests } = await check(() => ({ status }));
	expect(rows).toEqual(expected);
	expect(requests).toEqual([
		"GET /v3/contacts/lists/7",
		"GET /v3/senders",
		"GET /v3/smtp/templates/11",
		"GET /v3/smtp/templates/12",
	]);
});

test("the senders, the list and the templates are checked", async () => {
	const senders = [
		{ email: "Clinic@example.org", active: true },
		{ email: "former@example.org", active: false },
	];
	const found = await check(() => ({ body: { senders, isActive: true } }));
	expect(found).toMatchObject({ senders: ["clinic@example.org"], rows: [] });
	const faulty = await check((path) => {
		if (path.includes("/lists/")) return { status: 404 };
		return { body: { senders, isActive: !path.endsWith("/11") } };
	});
	expect(faulty.rows.sort()).toEqual([
		"warning | BREVO_API_KEY | brevoLacks, mailsMayFail | request=contacts/lists/7; reason=404",
		"warning | BREVO_API_KEY | brevoTemplateInactive, mailsMayFail | request=smtp/templates/11",
	]);
});
