import { expect, test } from "vitest";
import { hyphenateLongWords } from "./hyphenation.ts";

test.each([
	["Противовоспалительное питание", "Проти-во-вос-па-ли-тельное питание"],
	["Функциональное тестирование", "Функ-ци-о-нальное тестирование"],
	["и\u00a0с\u00a0сопровождением", "и\u00a0с\u00a0сопро-вож-де-нием"],
	["Gastroenterological <b>questions</b>", "Gast-roen-ter-o-lo-gical <b>questions</b>"],
	["Larkmoss Глутатионтрансфераза™", "Larkmoss Глута-ти-он-транс-фе-раза™"],
	["w".repeat(40), "w".repeat(40)],
	["«Лечебно-противовоспалительное»: питание", "«Лечебно-проти-во-вос-па-ли-тельное»: питание"],
	["", ""],
])("%j becomes %j, with - for soft hyphens", (text, hyphenated) => {
	expect(hyphenateLongWords(text).replaceAll("\u00ad", "-")).toBe(hyphenated);
});

test.each([
	"WELCOMECONSULTATION",
	"welcomeConsultationCode",
	"welcomeconsultation2026",
	"Bитаминотерапияснова",
	"#противовоспалительное",
	"gastroenterological@example.org",
	"https://example.org/gastroenterological",
	"gastroenterological.example",
	"/gastroenterological",
])("%s is no word and stays as it is", (text) => {
	expect(hyphenateLongWords(text)).toBe(text);
});
