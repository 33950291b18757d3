import { expect, test } from "vitest";
import { writeTitle } from "./summaries.ts";

test("a title adds details to a short heading", () => {
	const title = writeTitle(["Programmes", "Calm digestion", "Steady energy", "Tea"], "Morrowleaf");
	expect(title).toBe("Programmes: Calm digestion, Steady energy – Morrowleaf");
});

test("a title skips a detail that does not fit", () => {
	const tooLong = "A programme for everybody who cooks at home";
	expect(writeTitle(["Programmes", tooLong, "Calm digestion in six weeks"], "Morrowleaf")).toBe(
		"Programmes: Calm digestion in six weeks – Morrowleaf",
	);
});

test("a title leaves out a detail that repeats the heading", () => {
	expect(writeTitle(["Hello, I’m Ada", "Ada", "Nutritionist"], "Morrowleaf")).toBe(
		"Hello, I’m Ada: Nutritionist – Morrowleaf",
	);
});

test("a title with a long heading omits the practice's name", () => {
	const heading = "Everything that you can eat, cook and enjoy while you wait";
	expect(writeTitle([heading], "Morrowleaf")).toBe(heading);
});

test("a title is not cut between words that belong on one line", () => {
	const heading = "Питание и здоровье для всей семьи, которая живёт далеко от города";
	expect(writeTitle([heading], "Morrowleaf")).toBe(
		"Питание и здоровье для всей семьи, которая живёт далеко…",
	);
});
