/** A picture being composed: its size, the definitions its shapes refer to, and its own seeded randomness. */
export interface Canvas {
	width: number;
	height: number;
	defs: string[];
	/** Out: the next number from 0 up to 1. */
	random(): number;
	/** Out: the next number between the two given. */
	between(least: number, most: number): number;
	/** Out: one of the choices. */
	pick<Choice>(choices: Choice[]): Choice;
}

/** A rectangle of the picture. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The colours of a gradient by their offset, 0 to 1. */
export type Stops = Record<number, string | [colour: string, opacity: number]>;

/** In: pixels and a seed. Out: an empty canvas whose randomness depends on the seed alone. */
export function createCanvas(width: number, height: number, seed: number): Canvas {
	let state = seed * 2654435761;
	function random(): number {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}
	return {
		width,
		height,
		defs: [],
		random,
		between: (least, most) => least + random() * (most - least),
		pick: (choices) => choices[Math.floor(random() * choices.length)] as (typeof choices)[number],
	};
}

/** In: a canvas and its shapes. Out: the finished SVG document. */
export function toSvg(c: Canvas, ...shapes: string[]): string {
	const { width, height } = c;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${c.defs.join("")}</defs>${shapes.join("")}</svg>`;
}

function define(c: Canvas, make: (id: string) => string): string {
	const id = `d${c.defs.length}`;
	c.defs.push(make(id));
	return `url(#${id})`;
}

function stopElements(stops: Stops): string {
	return Object.entries(stops)
		.toSorted(([a], [b]) => Number(a) - Number(b))
		.map(([offset, paint]) => {
			const [colour, opacity] = typeof paint === "string" ? [paint, 1] : paint;
			return `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
		})
		.join("");
}

/** Out: a paint that runs over the shape's box between two points (0-1), downwards unless they say otherwise. */
export function linear(c: Canvas, stops: Stops, [x2, y2]: Point = [0, 1], [x1, y1]: Point = [0, 0]): string {
	const line = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
	return define(c, (id) => `<linearGradient id="${id}" ${line}>${stopElements(stops)}</linearGradient>`);
}

/** Out: a round paint over the shape's box, its centre where the light falls. */
export function radial(c: Canvas, stops: Stops, cx = 0.5, cy = 0.5, r = 0.5, fx = cx, fy = cy): string {
	const circle = `cx="${cx}" cy="${cy}" r="${r}" fx="${fx}" fy="${fy}"`;
	return define(c, (id) => `<radialGradient id="${id}" ${circle}>${stopElements(stops)}</radialGradient>`);
}

/** Out: the shapes, out of focus by so many pixels. */
export function blurred(c: Canvas, amount: number, shapes: string, opacity = 1): string {
	const filter = define(
		c,
		(id) =>
			`<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${amount}"/></filter>`,
	);
	return `<g filter="${filter}" opacity="${opacity}">${shapes}</g>`;
}

/** Out: what the shapes leave behind on the surface they stand before: their silhouette, shifted and soft. */
export function silhouette(
	c: Canvas,
	shapes: string,
	{ dx, dy, soft, opacity }: { dx: number; dy: number; soft: number; opacity: number },
): string {
	const filter = define(
		c,
		(id) =>
			`<filter id="${id}" x="-40%" y="-40%" width="180%" height="180%"><feColorMatrix values="0 0 0 0 0.14 0 0 0 0 0.15 0 0 0 0 0.1 0 0 0 ${opacity} 0"/><feGaussianBlur stdDeviation="${soft}"/><feOffset dx="${dx}" dy="${dy}"/></filter>`,
	);
	return `<g filter="${filter}">${shapes}</g>`;
}

/** Out: the shapes and, behind them, the silhouette that they throw. */
export function withSilhouette(c: Canvas, shapes: string, options: Parameters<typeof silhouette>[2]): string {
	return silhouette(c, shapes, options) + shapes;
}

/** Out: the shapes, cut to the path. */
export function clipped(c: Canvas, path: string, shapes: string): string {
	const clip = define(c, (id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`);
	return `<g clip-path="${clip}">${shapes}</g>`;
}

/** How a texture looks: frequencies say how fine it is, and stretched ones look like wood or water. */
interface Grain {
	fx: number;
	fy: number;
	octaves?: number;
	opacity: number;
	colour?: [red: number, green: number, blue: number];
}

/** Out: an irregular texture over a rectangle, the whole picture if none is given. */
export function texture(
	c: Canvas,
	{ fx, fy, octaves = 3, opacity, colour: [r, g, b] = [0.2, 0.14, 0.08] }: Grain,
	{ x, y, width, height }: Box = { x: 0, y: 0, width: c.width, height: c.height },
): string {
	const seed = Math.floor(c.random() * 1000);
	const filter = define(
		c,
		(id) =>
			`<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${fx} ${fy}" numOctaves="${octaves}" seed="${seed}"/><feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} ${opacity * 4} 0 0 0 ${-opacity * 1.5}"/></filter>`,
	);
	return `<rect x="${x}" y="${y}" width="${width}" height="${height}" filter="${filter}"/>`;
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

/** In: the left half of an outline whose axis is x = 0. Out: the outline, closed. */
export function mirrored(half: Point[]): Point[] {
	const other = half.filter(([x]) => x !== 0).map(([x, y]): Point => [-x, y]);
	return [...half, ...other.reverse(), half[0] as Point];
}

/** Out: the point that lies so far from (x, y) in that direction (degrees, 0 = right). */
export function polar(x: number, y: number, degrees: number, distance: number): Point {
	const angle = (degrees * Math.PI) / 180;
	return [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
}

/** Out: a number short enough for path data. */
export function n(value: number): string {
	return String(Math.round(value * 10) / 10);
}

/** Out: an ellipse. */
export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ""): string {
	return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
}

/** Out: a circle. */
export function circle(x: number, y: number, r: number, fill: string, more = ""): string {
	return ellipse(x, y, r, r, fill, more);
}

/** Out: the path of an oval or, with one radius, of a circle. */
export function oval(x: number, y: number, rx: number, ry = rx): string {
	return `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(rx * 2)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-rx * 2)} 0z`;
}

/** Out: the square around a circle. */
export function around(x: number, y: number, r: number): Box {
	return { x: x - r, y: y - r, width: r * 2, height: r * 2 };
}

/** Out: a rectangle. */
export function rectangle(x: number, y: number, width: number, height: number, fill: string, more = ""): string {
	return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`;
}

/** Out: a rectangle over the whole picture. */
export function backdrop({ width, height }: Canvas, fill: string): string {
	return rectangle(0, 0, width, height, fill);
}

/** Out: a filled outline. */
export function shape(data: string, fill: string, more = ""): string {
	return `<path d="${data}" fill="${fill}" ${more}/>`;
}

/** Out: a line along a path. */
export function stroke(data: string, colour: string, width: number, more = ""): string {
	return `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

/** Out: the attribute that turns a shape around a point, by so many degrees. */
export function rotated(degrees: number, x: number, y: number): string {
	return `transform="rotate(${n(degrees)} ${n(x)} ${n(y)})"`;
}

/** Out: the shapes, moved, turned (degrees) and scaled. */
export function placed(shapes: string, x: number, y: number, angle = 0, scale = 1): string {
	return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)}) scale(${scale})">${shapes}</g>`;
}
