import { savesData } from "../components/savesData.client.ts";

/** Removes the speculation rules for visitors who save data: no browser is known to ignore the rules for them. */
export function respectSavedData(): void {
	if (savesData) document.querySelector("script[type=speculationrules]")?.remove();
}
