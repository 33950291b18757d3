/**
 * Returns the descendant of `host` with a given `data-part` attribute.
 * @throws Error when the part is missing
 */
export function requirePart(host: HTMLElement, name: string): HTMLElement {
	const part = host.querySelector<HTMLElement>(`[data-part=${name}]`);
	if (part) return part;
	throw new Error(`<${host.localName}> has no element with data-part="${name}".`);
}
