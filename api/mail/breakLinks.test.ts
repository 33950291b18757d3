import { expect, test } from "vitest";
import { breakLinks } from "./breakLinks.ts";

test.each([
	["Evil.Com/login", "Evil. Com/ login"],
	["https://bit.Ly/3abcd", "https: / / bit. Ly/ 3abcd"],
	["ЗЛО.РФ", "ЗЛО. РФ"],
	["1.2.3.4/pay", "1. 2. 3. 4/ pay"],
	["evil。网址", "evil。 网址"],
	["evil．com／a＠b：c", "evil． com／ a＠ b： c"],
	["evil․com", "evil․ com"],
	["\\\\server\\share", "\\ \\ server\\ share"],
	["консультация.оплачена 12.11.2026", "консультация. оплачена 12. 11. 2026"],
	["Order no.cs_live_a1B2c3", "Order no. cs_live_a1B2c3"],
	["Dr.med. Anna Weiss", "Dr. med. Anna Weiss"],
])("mail programs find no link in %s: %s", (text, broken) => {
	expect(breakLinks(text)).toBe(broken);
});
