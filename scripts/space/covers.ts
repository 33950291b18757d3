/** Whether a value holds all that another wants: objects may hold more, lists must be as long. */
export function covers(found: unknown, wanted: unknown): boolean {
	if (Array.isArray(wanted)) {
		return (
			Array.isArray(found) &&
			found.length === wanted.length &&
			wanted.every((item, index) => covers(found[index], item))
		);
	}
	if (typeof wanted !== "object" || wanted === null) return Object.is(found ?? undefined, wanted ?? undefined);
	if (typeof found !== "object" || found === null) return false;
	return Object.entries(wanted).every(([key, value]) => covers((found as Record<string, unknown>)[key], value));
}
