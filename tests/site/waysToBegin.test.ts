import { expect, test } from "vitest";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { listServices } from "../../pages/index/WaysToBegin.tsx";

const { "en-US": demo } = await loadSnapshots("content/generated");

/** What the home page says of the consultations, when they have prices of so many pennies. */
function consultationsAt(...prices: [amount: number, currency?: string][]) {
	const consultations = prices.flatMap(([amount, currency = "gbp"]) =>
		demo.consultations.consultations.slice(0, 1).map((one) => ({ ...one, price: { amount, currency, updatedAt: "" } })),
	);
	return listServices({ ...demo, consultations: { ...demo.consultations, consultations } })[0];
}

test("each page with something for sale is named with its lowest price, in the currency of the first", () => {
	expect(consultationsAt([9000], [6500], [7000])?.price).toBe("£65.00");
	expect(consultationsAt([9000], [100, "usd"])?.price).toBe("£90.00");
	expect(consultationsAt()?.route).toBe("packages");
	const routes = listServices({ ...demo, hidden: ["packages"] }).map(({ route }) => route);
	expect(routes).toEqual(["consultations", "programmes", "functionalTests"]);
});

test("of DNA tests a price that is a number counts", () => {
	const dnaTests = demo.functionalTests.dnaTests.map((test, index) => ({
		...test,
		price: index === 0 ? { value: "on request" } : 200 - index,
	}));
	const services = listServices({ ...demo, functionalTests: { ...demo.functionalTests, dnaTests } });
	expect(services.at(-1)?.price).toBe(`£${200 - (dnaTests.length - 1)}`);
});
