import type { AssetFacts, ParseContext } from "../pull/contentful/context.ts";
import { isDrawing, sizeOfPicture } from "../pull/media/fileType.ts";
import { fallbackWidth, listWidths } from "../pull/media/pictureWidths.ts";
import type { PictureFacts } from "../pull/media/prepareMedia.ts";

/**
 * Creates the media of a preview. No file is fetched: browsers load the pictures from Contentful, photographs through the
 * Images API (https://www.contentful.com/developers/docs/references/images-api/).
 */
export function createPreviewMedia() {
	/** Addresses of the photographs in Contentful. In the rendered page, `/media/<index>-<width>.<format>` names a file. */
	const photographs: string[] = [];
	const origins = new Set<string>();

	function describePicture(address: string, facts: AssetFacts): PictureFacts {
		const size = sizeOfPicture(facts);
		origins.add(new URL(address).origin);
		if (isDrawing(facts)) return { src: address, ...size };
		const format = facts.contentType === "image/png" ? "png" : "jpg";
		const src = `/media/${photographs.length}-${Math.min(fallbackWidth, size.width)}.${format}`;
		photographs.push(address);
		return { src, ...size, widths: listWidths(size.width) };
	}

	const media: ParseContext["media"] = {
		pictures: { get: (address, facts) => ({ value: describePicture(address, facts) }) },
		files: { get: (address) => ({ value: address }) },
	};

	/** Replaces the photographs' file names in a rendered page by addresses of the Images API. */
	function addAddresses(html: string): string {
		return html.replace(/\/media\/(\d+)-(\d+)\.(avif|jpg|png)/g, (_, index, width, format) => {
			const address = photographs[Number(index)] ?? "";
			return `${address.replaceAll("&", "&amp;")}?w=${width}&amp;fm=${format}`;
		});
	}

	return { media, addAddresses, listOrigins: () => [...origins] };
}
