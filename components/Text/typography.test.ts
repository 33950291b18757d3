import { expect, test } from "vitest";
import { bindParagraph, bindWords, splitCompounds } from "./typography.ts";

/** Writes `_` for each no-break space in the result of `bindWords`. */
const show = (text: string) => bindWords(text).replaceAll("\u00a0", "_");

test.each([
	["Мы в доме и в саду", "Мы в_доме и_в_саду"],
	["О том, что не вошло", "О_том, что не_вошло"],
	["в кабинете, а с 2019 года сама", "в_кабинете, а_с_2019_года сама"],
	["и в понедельник, и во вторник", "и_в_понедельник, и_во_вторник"],
	["DQ8 Predisposition Panel, B12 panel, omega-3 capsules", "DQ8 Predisposition Panel, B12 panel, omega-3 capsules"],
	["витамин D и vitamin C. What I eat", "витамин_D и_vitamin_C. What I_eat"],
	["Реестр, № RN 104, and no. 20417", "Реестр, №_RN 104, and no._20417"],
	["no. NFT/2012/004719, but no. That is piano. 12", "no._NFT/2012/004719, but no. That is piano. 12"],
	["Из-за погоды и из-под стола", "Из-за погоды и_из-под стола"],
	["оплатите, а в течение дня", "оплатите, а_в_течение дня"],
	["письменно, в тот же день", "письменно, в_тот_же день"],
	["и не о продолжительности", "и_не_о продолжительности"],
	["я не на работе", "я_не_на_работе"],
	["без дневника, для тех, при входе, про еду", "без_дневника, для_тех, при_входе, про_еду"],
	["Сказал бы, если б мог ли", "Сказал_бы, если_б мог_ли"],
	["Мы — практика — и точка", "Мы_— практика_— и_точка"],
	["60 минут, 1 500 ₽, 15 %", "60_минут, 1_500_₽, 15_%"],
	["к «Морроу» или к\u00a0(ним)", "к_«Морроу» или к_(ним)"],
	["по функциональному и к «физиологическому»", "по функциональному и_к «физиологическому»"],
	["консультация с определённым изучением", "консультация с_определённым изучением"],
	["в электрокардиографических", "в электрокардиографических"],
	["НСРС (DT 19022), № DT 26114, in May 2026", "НСРС (DT_19022), №_DT_26114, in May 2026"],
	["живот, ивовый, вне дома", "живот, ивовый, вне дома"],
	["A plan for 12 weeks", "A_plan for 12_weeks"],
	["60–75 minutes, £ 199", "60–75_minutes, £_199"],
	["© 2026 Anna", "©_2026_Anna"],
	["10 to 12 and more, from 9 to 5 в день", "10 to 12 and more, from 9 to 5 в_день"],
	["A practice – a small one", "A_practice_– a_small one"],
	["vitamin A and hepatitis B are", "vitamin A_and hepatitis_B are"],
	["we are to be of use in it", "we are to be of use in it"],
])("%j becomes %j, with _ for no-break spaces", (text, bound) => {
	expect(show(text)).toBe(bound);
});

test.each([
	["Нутрициолог, учительница, мама троих детей.", "Нутрициолог, учительница, мама троих_детей."],
	["I now plan it for every pound.", "I_now plan it for every_pound."],
	["Here the words are considerably longer.", "Here the words are considerably longer."],
	["Пройдите опрос из двадцати вопросов.", "Пройдите опрос из_двадцати вопросов."],
	["Read all about us", "Read all about us"],
	["I now plan it for every pound. ", "I_now plan it for every pound. "],
])("the paragraph %j becomes %j, with _ for no-break spaces", (text, bound) => {
	expect(bindParagraph(text).replaceAll("\u00a0", "_")).toBe(bound);
});

test.each(["", " ", " a ", "в ", " — ", "line one\nline two", "  two  spaces  ", "£199 with kit — and 3 more №  7"])(
	"binding the words of %j changes only spaces",
	(text) => {
		const bound = bindWords(text);
		expect(bound.replaceAll("\u00a0", " ")).toBe(text.replaceAll("\u00a0", " "));
		expect(bindWords(bound)).toBe(bound);
	},
);

test.each([
	["по-русски и кое-что", "[по-русски] и [кое-что]"],
	["omega-3, X-ray, follow-ups", "[omega-3,] [X-ray,] [follow-ups]"],
	["1–2, 10:00–18:30, 2020 – 2026", "[1–2,] [10:00–18:30,] 2020 – 2026"],
	["социально-бытовой, well-studied, A–Z", "социально-бытовой, well-studied, A–Z"],
	["кое-как-нибудь-где-то", "кое-как-нибудь-где-то"],
	["", ""],
])("short compounds and ranges in %j are marked as %j", (text, marked) => {
	const parts = splitCompounds(text);
	expect(parts.map((part, index) => (index % 2 === 1 ? `[${part}]` : part)).join("")).toBe(marked);
});
