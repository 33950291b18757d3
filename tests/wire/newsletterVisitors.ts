import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { format } from "node:util";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import type { Locale } from "../../content/locales.ts";
import { type Words, words } from "../../content/words.ts";
import { type Intercept, startLoopback } from "../../demo/loopbackService.ts";
import { type ApiContext, loadApi } from "../../scripts/server/api.ts";
import { openTurns } from "../../scripts/server/mailTurns.ts";
import { openOutbox } from "../../scripts/server/outbox.ts";
import { startServer } from "../../scripts/server/startServer.ts";

type Question = { line: string; key: unknown; body: unknown };

/** What Brevo was asked. */
export const asked: Question[] = [];
export const state = {
	/** How Brevo misbehaves in the test that runs. */
	misbehave: (() => false) as Intercept,
	/** The time of the turns. */
	now: Date.now(),
	/** Milliseconds, in place of eight seconds. */
	timeLimit: 150,
};
export const brevo = await startLoopback(
	{ intercept: (...exchange) => state.misbehave(...exchange) },
	async (request) => {
		asked.push({
			line: `${request.method} ${request.url}`,
			key: request.headers["api-key"],
			body: await json(request),
		});
		return { status: 201, headers: { "Content-Type": "application/json" }, body: '{"id":1}' };
	},
);

export const folder = await mkdtemp(join(tmpdir(), "newsletter-"));
export const outboxPath = join(folder, "outbox.ndjson");
const api = (await loadApi("api")).map((route) => ({
	...route,
	respond(request: Request, context: ApiContext) {
		const hurried = { ...context, timeLimit: state.timeLimit };
		return route.respond(request, hurried);
	},
}));
export const turnsPath = join(folder, "turns");
export const takeTurn = openTurns(turnsPath, () => state.now, 100);
export const server = await startServer({ files: new Map(), port: 0, api, outbox: openOutbox(outboxPath), takeTurn });
export const address = `${server.url}/api/newsletter/subscribe`;

afterAll(async () => {
	await Promise.all([server.close(), brevo.close()]);
	await rm(folder, { recursive: true });
});

export const keys = {
	BREVO_API_KEY: "xkeysib-1",
	BREVO_LIST_ID: "7",
	BREVO_TEMPLATE_ID_EN: "11",
	BREVO_TEMPLATE_ID_RU: "12",
};
export const noKeys = Object.fromEntries(Object.keys(keys).map((name) => [name, undefined]));
export const noBrevo = { ...noKeys, BREVO_API_URL: undefined };
export function setEnvironment(environment: Record<string, string | undefined>) {
	for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

/** Every text that was logged. A test takes out what it expects, word for word, so that nothing personal gets by. */
export const log: string[] = [];

beforeEach(async () => {
	setEnvironment({
		...keys,
		BREVO_API_URL: brevo.url,
		SITE_URL: "https://clinic.example",
		URL: "https://host.example",
	});
	for (const method of ["debug", "error", "info", "log", "warn"] as const) {
		vi.spyOn(console, method).mockImplementation((...texts) => void log.push(format(...texts)));
	}
	asked.length = 0;
	state.misbehave = () => false;
	await writeFile(outboxPath, "");
	await forgetTurns();
});
afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	expect(log.splice(0)).toEqual([]);
});

export const forgetTurns = () => rm(turnsPath, { recursive: true, force: true });

export async function readOutbox(): Promise<Record<string, unknown>[]> {
	const lines = (await readFile(outboxPath, "utf8")).split("\n");
	expect(lines.pop()).toBe("");
	return lines.map((line) => JSON.parse(line));
}

export async function expectNothingSubscribed() {
	expect([asked, await readOutbox()]).toEqual([[], []]);
}

export const reader = { email: "anna@reader.example", name: "Anna" };
export const readerJson = JSON.stringify(reader);
/** An address as long as one may be. */
export const longest = `${"a".repeat(64)}@${"b".repeat(181)}.example`;

export type Headers = Record<string, string>;
export type Body = { body: string | Uint8Array | FormData | AsyncIterable<Uint8Array>; type?: string };
export const asJson = (body: Body["body"]): Body => ({ body, type: "application/json" });
export const asForm = (body: Body["body"]): Body => ({ body, type: "application/x-www-form-urlencoded" });

let visitors = 0;
export const nextVisitor = () => ({ "X-Forwarded-For": `2001:db8::${(++visitors).toString(16)}` });
/** Sends a request, each from another visitor unless told. */
export function send({ body, type }: Body, headers: Headers = {}): Promise<Response> {
	const all = { ...nextVisitor(), ...(type && { "Content-Type": type }), ...headers };
	return fetch(address, { method: "POST", body, headers: all, duplex: "half" } as RequestInit);
}
export const sendJson = (fields: object, headers?: Headers) => send(asJson(JSON.stringify(fields)), headers);
export const sendForm = (fields: Headers, headers?: Headers) => send(asForm(`${new URLSearchParams(fields)}`), headers);

const seen = new Map<string, unknown>();
/**
 * Expects an answer in the language. All answers with a message are the same in what a visitor can see, so that none repeats
 * what was sent or tells whether an address is known.
 */
async function expectAnswer(response: Response, status: number, locale: Locale, word: keyof Words, type: string) {
	const body = await response.text();
	const { date: _, connection, "keep-alive": patience, ...headers } = Object.fromEntries(response.headers);
	const sight = { status: response.status, headers, body };
	const expected = { "content-type": type, "content-language": locale, "cache-control": "no-store" };
	expect(sight).toMatchObject({ status, headers: expected });
	const key = [response.url, type, locale, word].join(" ");
	expect(sight).toEqual(seen.get(key) ?? sight);
	seen.set(key, sight);
	return body;
}

export async function expectJson(response: Response, status: number, word: keyof Words, locale: Locale = "en-US") {
	const body = await expectAnswer(response, status, locale, word, "application/json");
	expect(JSON.parse(body)).toEqual({ message: words[locale][word] });
}

export async function expectPage(response: Response, status: number, word: keyof Words, locale: Locale = "en-US") {
	const html = await expectAnswer(response, status, locale, word, "text/html; charset=utf-8");
	const { newsletter, backHome } = words[locale];
	expect(html).toContain(`<html lang="${locale}">`);
	expect(html).toContain(`<title>${newsletter}</title>`);
	expect(html).toContain(`<p role="status">${words[locale][word]}</p>`);
	expect(html.match(/<a .*/g)).toEqual([`<a href="${{ "en-US": "/", ru: "/ru" }[locale]}">${backHome}</a></p>`]);
}

/** Sends the same as JSON and as a form, in each language. */
export async function expectEach(fields: Headers, status: number, word: keyof Words) {
	for (const locale of ["en-US", "ru"] as const) {
		const headers = { "Accept-Language": locale };
		await expectJson(await sendJson(fields, headers), status, word, locale);
		await forgetTurns();
		await expectPage(await sendForm({ ...fields, locale }, headers), status, word, locale);
		await forgetTurns();
	}
}
