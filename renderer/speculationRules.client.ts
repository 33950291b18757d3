import { isSavingData } from "../components/isSavingData.client.ts";

/**
 * Removes the speculation rules when the visitor has asked for reduced data usage, because browsers do not do so
 * themselves.
 */
export function removeRulesToSaveData(): void {
	if (isSavingData) document.querySelector("script[type=speculationrules]")?.remove();
}
