import { expect, test } from "vitest";
import { hyphenateLongWords } from "./hyphenation.ts";

/** Writes `-` for each soft hyphen in the result of `hyphenateLongWords`. */
const show = (text: string) => hyphenateLongWords(text).replaceAll("\u00ad", "-");

test.each([
	["Противовоспалительное питание", "Проти-во-вос-па-ли-тельное питание"],
	["Нейрогастроэнтерология", "Нейро-га-стро-эн-те-ро-логия"],
	["Функциональное тестирование", "Функци-о-нальное тестирование"],
	["с\u00a0сопровождением", "с\u00a0сопро-вож-дением"],
	["и\u00a0с\u00a0сопровождением", "и\u00a0с\u00a0сопро-вож-дением"],
	["для\u00a0восстановления", "для\u00a0восста-нов-ления"],
	["с\u00a0противовоспалительным", "с\u00a0проти-во-вос-па-ли-тельным"],
	["Gastroenterological questions", "Gastroen-ter-o-lo-gical questions"],
	["Larkmoss Глутатионтрансфераза™", "Larkmoss Глута-ти-он-транс-фераза™"],
	["w".repeat(40), "w".repeat(40)],
	["аa".repeat(10), "аa".repeat(10)],
	["", ""],
])("%j becomes %j, with - for soft hyphens", (text, hyphenated) => {
	expect(show(text)).toBe(hyphenated);
});

test.each(["Про\u00adти\u00adво\u00adвоспалительное", "Длинно-предлинное «слово»", "<b>Gastroenterological</b> &amp;"])(
	"in %j only soft hyphens are added",
	(text) => {
		expect(hyphenateLongWords(text).replaceAll("\u00ad", "")).toBe(text.replaceAll("\u00ad", ""));
	},
);

test("in a long title, whose letters are smaller, words of up to 16 letters stay whole", () => {
	const text = "Дипломированный нутрициолог";
	expect(hyphenateLongWords(text)).not.toBe(text);
	expect(hyphenateLongWords(text, true)).toBe(text);
	expect(hyphenateLongWords("Противовоспалительное", true)).toContain("\u00ad");
});
