import { expect, test } from "vitest";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { listServices } from "../../pages/index/WaysToBegin.tsx";

const { "en-US": demo } = await loadSnapshots("content/generated");
const price = (amount: number, currency = "gbp") => ({ price: { amount, currency, updatedAt: "" } });

/** What the home page says of the consultations. */
function consultationsAt(...prices: ReturnType<typeof price>[]) {
	const [first] = demo.consultations.consultations;
	if (!first) throw new Error("The demo has no consultation.");
	const consultations = prices.map((own) => ({ ...first, ...own }));
	return listServices({ ...demo, consultations: { ...demo.consultations, consultations } })[0];
}

test("each page is named with its lowest price, in the currency of the first", () => {
	expect(consultationsAt(price(9000), price(6500), price(7000))?.price).toBe("£65.00");
	expect(consultationsAt(price(9000), price(100, "usd"))?.price).toBe("£90.00");
	expect(listServices(demo).map(({ route }) => route)).toEqual([
		"consultations",
		"packages",
		"programmes",
		"functionalTests",
	]);
});

test("of DNA tests a price that is a number counts", () => {
	const tests = demo.functionalTests.dnaTests.map((test, index) => ({
		...test,
		price: index === 0 ? { value: "on request" } : 200 - index,
	}));
	const services = listServices({ ...demo, functionalTests: { ...demo.functionalTests, dnaTests: tests } });
	expect(services.at(-1)?.price).toBe(`£${200 - (tests.length - 1)}`);
});

test("a page without anything for sale is left out, and so is one that is hidden", () => {
	expect(consultationsAt()?.route).toBe("packages");
	expect(listServices({ ...demo, hidden: ["packages"] }).map(({ route }) => route)).not.toContain("packages");
});
