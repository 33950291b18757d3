import { savesData } from "../components/savesData.client.ts";

/**
 * Removes the speculation rules when the visitor has asked for reduced data usage, because browsers do not do so
 * themselves.
 */
export function respectSavedData(): void {
	if (savesData) document.querySelector("script[type=speculationrules]")?.remove();
}
