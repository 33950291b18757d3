import { expect, test } from "vitest";
import { type RouteName, routeNames } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { chooseHeaderClass } from "./chooseHeaderClass.ts";

const names: RouteName[] = ["home", "about", "approach", "consultations", "packages", "programmes", "functionalTests"];

/** Returns content whose menu has seven labels of equal length. */
function withLabels(labelLength: number, contactButton: string, logoWidth = 300): Snapshot {
	const label = { value: "x".repeat(labelLength) };
	return {
		hidden: routeNames.filter((name) => !names.includes(name)),
		locale: "en-US",
		navigation: {
			...Object.fromEntries(names.map((name) => [name, label])),
			logo: { width: logoWidth, height: 100 },
		},
		appShell: { contactButton: { value: contactButton } },
	} as unknown as Snapshot;
}

test.each([
	[8, "Contact us", 300, "bar"],
	[8, "Write to the practice whenever", 500, "bar crowded packed"],
	[10, "Write to Anna", 300, "bar crowded"],
	[10, "Contact us", 900, "bar crowded packed"],
	[11, "Contact us", 300, "bar crowded packed long-menu"],
	[17, "Contact us", 300, "bar crowded packed long-menu endless-menu"],
])(
	"seven labels of %i letters, the button %j and a logo %i wide have the classes %s",
	(length, button, logo, classes) => {
		expect(chooseHeaderClass(withLabels(length, button, logo))).toBe(classes);
	},
);
