import { savesData } from "../components/savesData.client.ts";

/** Removes the speculation rules for visitors who save data. No known browser ignores the rules by itself for them. */
export function respectSavedData(): void {
	if (savesData) document.querySelector("script[type=speculationrules]")?.remove();
}
