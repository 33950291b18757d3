/** A picture being composed: its size, the definitions its shapes refer to, and its own seeded randomness. */
export interface Canvas {
	width: number;
	height: number;
	defs: string[];
	/** Out: the next number from 0 up to 1. */
	random(): number;
	/** Out: the next number between the two given. */
	between(least: number, most: number): number;
}

/** A colour on a gradient: offset 0-1, colour, opacity. */
export type Stop = [offset: number, colour: string, opacity?: number];

/** In: pixels and a seed. Out: an empty canvas whose randomness depends on the seed alone. */
export function createCanvas(width: number, height: number, seed: number): Canvas {
	let state = seed * 2654435761;
	function random(): number {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}
	return { width, height, defs: [], random, between: (least, most) => least + random() * (most - least) };
}

/** In: a canvas and its shapes. Out: the finished SVG document. */
export function toSvg(canvas: Canvas, ...shapes: string[]): string {
	const { width, height } = canvas;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${canvas.defs.join("")}</defs>${shapes.join("")}</svg>`;
}

function define(canvas: Canvas, make: (id: string) => string): string {
	const id = `d${canvas.defs.length}`;
	canvas.defs.push(make(id));
	return `url(#${id})`;
}

function stopElements(stops: Stop[]): string {
	return stops
		.map(
			([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
		)
		.join("");
}

/** Out: a paint that runs over the shape's box from the first point to the second (0-1). */
export function linear(canvas: Canvas, stops: Stop[], x1 = 0, y1 = 0, x2 = 0, y2 = 1): string {
	return define(
		canvas,
		(id) =>
			`<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopElements(stops)}</linearGradient>`,
	);
}

/** Out: a round paint over the shape's box, its centre where the light falls. */
export function radial(canvas: Canvas, stops: Stop[], cx = 0.5, cy = 0.5, r = 0.5, fx = cx, fy = cy): string {
	return define(
		canvas,
		(id) =>
			`<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}" fx="${fx}" fy="${fy}">${stopElements(stops)}</radialGradient>`,
	);
}

/** Out: the shapes, out of focus by so many pixels. */
export function blurred(canvas: Canvas, amount: number, shapes: string, opacity = 1): string {
	const filter = define(
		canvas,
		(id) =>
			`<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${amount}"/></filter>`,
	);
	return `<g filter="${filter}" opacity="${opacity}">${shapes}</g>`;
}

/** Out: what the shapes leave behind on the surface they stand before: their silhouette, shifted and soft. */
export function silhouette(
	canvas: Canvas,
	shapes: string,
	{ dx = 24, dy = 18, soft = 14, opacity = 0.3, colour = [0.14, 0.15, 0.1] as [number, number, number] } = {},
): string {
	const [r, g, b] = colour;
	const filter = define(
		canvas,
		(id) =>
			`<filter id="${id}" x="-40%" y="-40%" width="180%" height="180%"><feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} 0 0 0 ${opacity} 0"/><feGaussianBlur stdDeviation="${soft}"/><feOffset dx="${dx}" dy="${dy}"/></filter>`,
	);
	return `<g filter="${filter}">${shapes}</g>`;
}

/** Out: the shapes, cut to the path. */
export function clipped(canvas: Canvas, path: string, shapes: string): string {
	const clip = define(canvas, (id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`);
	return `<g clip-path="${clip}">${shapes}</g>`;
}

/** Out: an irregular texture over a rectangle; frequencies say how fine it is, stretched ones look like wood or water. */
export function texture(
	canvas: Canvas,
	box: { x: number; y: number; width: number; height: number },
	{ fx = 0.01, fy = 0.01, octaves = 3, opacity = 0.2, colour = [0.2, 0.14, 0.08] as [number, number, number] } = {},
): string {
	const [r, g, b] = colour;
	const seed = Math.floor(canvas.random() * 1000);
	const filter = define(
		canvas,
		(id) =>
			`<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${fx} ${fy}" numOctaves="${octaves}" seed="${seed}"/><feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} ${opacity * 4} 0 0 0 ${-opacity * 1.5}"/></filter>`,
	);
	return `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" filter="${filter}"/>`;
}

/** Out: `colour` moved towards white (amount > 0) or towards a warm black (amount < 0), amount -1 to 1. */
export function tone(colour: string, amount: number): string {
	return mix(colour, amount > 0 ? "#fffaf0" : "#14180f", Math.abs(amount));
}

/** Out: the colour that lies between two hex colours. */
export function mix(from: string, to: string, share: number): string {
	const channels = [1, 3, 5].map((at) => {
		const [a, b] = [Number.parseInt(from.slice(at, at + 2), 16), Number.parseInt(to.slice(at, at + 2), 16)];
		return Math.round(a + (b - a) * share)
			.toString(16)
			.padStart(2, "0");
	});
	return `#${channels.join("")}`;
}

/** A point of an outline. */
export type Point = [x: number, y: number];

/** Out: path data of a smooth curve through the points; it continues the current path unless `start` is set. */
export function smooth(points: Point[], start = true): string {
	const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] as Point;
	let data = `${start ? "M" : "L"}${n(at(0)[0])} ${n(at(0)[1])}`;
	for (let index = 0; index < points.length - 1; index += 1) {
		const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
		const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const;
		const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const;
		data += `C${n(first[0])} ${n(first[1])} ${n(second[0])} ${n(second[1])} ${n(to[0])} ${n(to[1])}`;
	}
	return data;
}

/** Out: a number short enough for path data. */
export function n(value: number): string {
	return String(Math.round(value * 10) / 10);
}

/** Out: an ellipse. */
export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ""): string {
	return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
}

/** Out: a rectangle. */
export function rectangle(x: number, y: number, width: number, height: number, fill: string, more = ""): string {
	return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`;
}

/** Out: a filled outline. */
export function shape(data: string, fill: string, more = ""): string {
	return `<path d="${data}" fill="${fill}" ${more}/>`;
}

/** Out: a line along a path. */
export function stroke(data: string, colour: string, width: number, more = ""): string {
	return `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

/** Out: the shapes, moved, turned (degrees) and scaled. */
export function placed(shapes: string, x: number, y: number, angle = 0, scale = 1): string {
	return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)}) scale(${scale})">${shapes}</g>`;
}
