/**
 * Makes the browser paint all loaded pictures, even those far from the viewport, so that a visitor's screenshot of the
 * whole page shows them.
 */
export function showLoadedPictures(): void {
	// A capturing listener, because `load` events do not bubble.
	document.addEventListener("load", ({ target }) => showPicture(target), { capture: true });
	for (const image of document.images) {
		if (image.currentSrc) showPicture(image);
	}
}

function showPicture(image: EventTarget | null): void {
	if (!(image instanceof HTMLImageElement) || !image.complete) return;
	const picture = image.closest("picture");
	if (picture) picture.style.contentVisibility = "visible";
}
