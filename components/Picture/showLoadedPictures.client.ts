/**
 * Lets the browser paint every picture that has loaded or will load. Picture.css skips pictures far from the viewport, so that
 * they are not fetched early. Without this function, a screenshot of the whole page would lack loaded pictures, too.
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
