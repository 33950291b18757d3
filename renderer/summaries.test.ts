import { expect, test } from "vitest";
import { writeTitle } from "./summaries.ts";

const long = "Everything that you can eat, cook and enjoy while you wait";

test.each([
	[
		"adds details to a short heading",
		["Programmes", "Calm digestion", "Steady energy", "Tea"],
		"Programmes: Calm digestion, Steady energy – Morrowleaf",
	],
	[
		"skips a detail that does not fit",
		["Programmes", long, "Calm digestion in six weeks"],
		"Programmes: Calm digestion in six weeks – Morrowleaf",
	],
	[
		"leaves out a detail that repeats the heading",
		["Hello, I’m Ada", "Ada", "Nutritionist"],
		"Hello, I’m Ada: Nutritionist – Morrowleaf",
	],
	["with a long heading omits the practice's name", [long], long],
	[
		"is not cut between words that belong on one line",
		["Питание и здоровье для всей семьи, которая живёт далеко от города"],
		"Питание и здоровье для всей семьи, которая живёт далеко…",
	],
])("a title %s", (_, parts, title) => {
	expect(writeTitle(parts, "Morrowleaf")).toBe(title);
});
