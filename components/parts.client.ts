/**
 * Returns the part of an element that its markup marks with `data-part`.
 * @throws Error naming the element and the part, when the part is missing or of another class
 */
export function requirePart<Part extends Element>(host: Element, name: string, type: new () => Part): Part {
	const part = host.querySelector(`[data-part=${name}]`);
	if (part instanceof type) return part;
	throw new Error(`<${host.localName}> has no ${type.name} with data-part="${name}".`);
}

/** Returns the element around the target of an event that matches a selector and is of a class, or undefined. */
export function findAroundTarget<Found extends Element>(
	{ target }: Event,
	selector: string,
	type: new () => Found,
): Found | undefined {
	const found = target instanceof Element ? target.closest(selector) : undefined;
	return found instanceof type ? found : undefined;
}
