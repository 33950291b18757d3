import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashMailbox } from "../../api/http/mailTurns.ts";
import { makeFolder } from "../../tests/folders.ts";
import { openTurns } from "./mailTurns.ts";

const hour = 60 * 60 * 1000;
const hashOf = (email: string) => hashMailbox(email, "key");

test("of many at once, in any spelling, one has the turn; a restart changes nothing, and nobody can read whose", async () => {
	const folder = join(await makeFolder(), "turns");
	const takeTurn = openTurns(folder);
	const spellings = ["o.neil+1@gmail.com", "ONEIL@gmail.com", "oneil+b+c@GMAIL.com", "ｏneil@gmail.com"];
	const turns = await Promise.all(Array(20).fill(spellings).flat().map(hashOf).map(takeTurn));
	expect(turns.filter(Boolean).length).toBe(1);
	expect(await openTurns(folder)(hashOf("oneil@gmail.com"))).toBeUndefined();
	expect(await takeTurn(hashOf("neil@gmail.com"))).toBeDefined();
	expect(await takeTurn(hashMailbox("oneil@gmail.com", "another key"))).toBeDefined();
	expect(await takeTurn(hashOf("почта@сайт.рф"))).toBeDefined();
	expect(await takeTurn(hashOf("ПОЧТА@xn--80aswg.xn--p1ai"))).toBeUndefined();
	expect((await readdir(folder, { recursive: true })).join()).not.toMatch(/neil|gmail|почта/i);
});

test("a turn comes again after 24 hours, also over midnight, and nothing is kept of the day before", async () => {
	const folder = join(await makeFolder(), "turns");
	let now = Date.parse("2026-11-22T23:30Z");
	const takeTurn = openTurns(folder, () => now);
	const isTaken: boolean[] = [];
	for (const hours of [0, 1, 23, 48]) {
		now += hours * hour;
		isTaken.push((await takeTurn(hashOf("anna@reader.example"))) !== undefined);
	}
	expect(isTaken).toEqual([true, false, true, true]);
	expect(await readdir(folder)).toEqual(["2026-11-25"]);
});

test("there are no more than so many a day in all", async () => {
	const takeTurn = openTurns(join(await makeFolder(), "turns"), Date.now, 2);
	for (const name of ["a", "b"]) await takeTurn(name);
	await expect(takeTurn("c")).rejects.toThrow("no more than 2 mails a day are asked for.");
});
