/**
 * Lets the browser paint loaded pictures wherever they are, now and later: Picture.css skips those far from the window, so
 * that they are not fetched, and a screenshot of the whole page would lack them.
 */
export function showLoadedPictures(): void {
	// `load` does not bubble.
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
