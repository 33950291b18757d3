import { expect, test } from "vitest";
import { toSafeFileName } from "./fileNames.ts";

const long = "ж".repeat(200);

test.each([
	["Анкета клиента.doc", "Анкета клиента.doc"],
	["И\u0306од №1 (2).pdf", "Йод №1 (2).pdf"],
	["..", "file"],
	[".htaccess", "htaccess"],
	["../a\\b/c?d#e%f.pdf. ", "_a_b_c_d_e_f.pdf"],
	["a\u0000\n\u202Efdp.doc", "a___fdp.doc"],
	["\uD800.txt", "_.txt"],
	[`${long}.docx`, `${"ж".repeat(125)}.docx`],
	[`a.${long}`, `a.${"ж".repeat(126)}`],
])("the file name %j becomes %j", (name, safe) => {
	expect(toSafeFileName(name)).toBe(safe);
});
