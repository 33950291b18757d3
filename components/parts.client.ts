/**
 * Returns the descendant of `host` with a given `data-part` attribute.
 * @throws Error when the part is missing or not an instance of `type`
 */
export function requirePart<Part extends Element>(
	host: Element,
	name: string,
	type: new () => Part,
): Part {
	const part = host.querySelector(`[data-part=${name}]`);
	if (part instanceof type) return part;
	throw new Error(`<${host.localName}> has no ${type.name} with data-part="${name}".`);
}

/**
 * Returns the event's target or its closest ancestor that matches `selector`, if that element is an instance of `type`.
 */
export function findAroundTarget<Found extends Element>(
	{ target }: Event,
	selector: string,
	type: new () => Found,
): Found | undefined {
	const found = target instanceof Element ? target.closest(selector) : undefined;
	return found instanceof type ? found : undefined;
}
