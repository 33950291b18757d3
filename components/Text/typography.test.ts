import { expect, test } from "vitest";
import { bindWords } from "./typography.ts";

test.each([
	["Мы в доме, а с 2019 года и в саду", "Мы в_доме, а_с_2019_года и_в_саду"],
	["Из-за погоды и из-под стола", "Из-за погоды и_из-под стола"],
	["и не о продолжительности", "и_не_о_продолжительности"],
	["живот, ивовый, вне дома", "живот, ивовый, вне дома"],
	["Сказал бы, если б мог ли", "Сказал_бы, если_б мог_ли"],
	["к «Морроу» или к\u00a0(ним)", "к_«Морроу» или к_(ним)"],
	["Мы — практика — и точка", "Мы_— практика_— и_точка"],
	["A practice – a small one", "A_practice_– a_small one"],
	["we are to be of use in it", "we are to be of use in it"],
	["60–75 minutes, 1 500 ₽, 15 %, £ 199", "60–75_minutes, 1_500_₽, 15_%, £_199"],
	["10 to 12 and more, from 9 to 5", "10 to 12 and more, from 9 to 5"],
	["DQ8 Predisposition Panel, B12 panel", "DQ8 Predisposition Panel, B12 panel"],
	["витамин D и hepatitis B. What I eat", "витамин_D и_hepatitis_B. What I_eat"],
	["№ RN 104, no. 20417, (DT 19022), © 2026", "№_RN 104, no._20417, (DT_19022), ©_2026"],
	["no. NFT/2012, but no. That is piano. 12", "no._NFT/2012, but no. That is piano. 12"],
	["  two  spaces \nand — ", "  two  spaces \nand_— "],
])("%j becomes %j, with _ for no-break spaces", (text, bound) => {
	expect(bindWords(text).replaceAll("\u00a0", "_")).toBe(bound);
	expect(bindWords(bindWords(text))).toBe(bindWords(text));
});
