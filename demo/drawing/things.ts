import {
	type Box,
	backdrop,
	blurred,
	type Canvas,
	circle,
	clipped,
	ellipse,
	linear,
	mirrored,
	mix,
	n,
	oval,
	type Point,
	placed,
	radial,
	rectangle,
	rotated,
	shape,
	silhouette,
	smooth,
	stroke,
	texture,
	tone,
	withSilhouette,
} from "./canvas.ts";

// Light falls from the upper left in every picture. Things stand at (x, y): the middle of where they touch the table.

const earth = "#2b2417";

/** Out: the contact shadow and the cast shadow of something `width` wide. */
export function shadow(c: Canvas, x: number, y: number, width: number, depth = 1): string {
	return [
		blurred(
			c,
			width * 0.09,
			ellipse(x + width * 0.42, y + width * 0.01, width * 0.72, width * 0.12, earth),
			0.3 * depth,
		),
		blurred(c, width * 0.03, ellipse(x + width * 0.06, y, width * 0.47, width * 0.075, earth), 0.55 * depth),
	].join("");
}

/** Out: a plastered wall, lighter where the window is. */
export function wall(c: Canvas, colour: string): string {
	return [
		backdrop(c, linear(c, { 0: tone(colour, 0.35), 0.55: colour, 1: tone(colour, -0.16) }, [1, 0.5])),
		texture(c, { fx: 0.004, fy: 0.006, opacity: 0.1 }),
		texture(c, { fx: 0.02, fy: 0.016, octaves: 4, opacity: 0.05, colour: [1, 0.98, 0.92] }),
	].join("");
}

/** Out: the light that a window with crossbars throws on a wall. */
export function windowLight(c: Canvas, x: number, y: number, width: number, height: number, opacity = 0.5): string {
	const gap = width * 0.05;
	const slant = width * 0.24;
	const panes: string[] = [];
	for (const column of [0, 1]) {
		for (const row of [0, 1, 2]) {
			const left = x + (column * (width + gap)) / 2;
			const top = y + (row * (height + gap)) / 3 + column * slant * 0.5;
			const [w, h] = [width / 2 - gap, height / 3 - gap];
			panes.push(
				shape(`M${n(left)} ${n(top)}l${n(w)} ${n(slant * 0.45)}v${n(h)}l${n(-w)} ${n(-slant * 0.45)}z`, "#fff6de"),
			);
		}
	}
	return blurred(c, width * 0.022, panes.join(""), opacity);
}

/** Out: a wooden table from `top` down. */
export function table(c: Canvas, top: number, colour: string): string {
	const height = c.height - top;
	return [
		rectangle(0, top, c.width, height, linear(c, { 0: tone(colour, 0.18), 0.15: colour, 1: tone(colour, -0.22) })),
		rectangle(
			0,
			top,
			c.width,
			height,
			linear(c, { 0: ["#fff3d8", 0.42], 0.5: ["#fff3d8", 0.05], 1: ["#1c150c", 0.26] }, [1, 0.2]),
		),
		texture(
			c,
			{ fx: 0.0016, fy: 0.045, octaves: 4, opacity: 0.32, colour: [0.25, 0.15, 0.07] },
			{ x: 0, y: top, width: c.width, height },
		),
		texture(
			c,
			{ fx: 0.003, fy: 0.12, octaves: 2, opacity: 0.16, colour: [1, 0.9, 0.72] },
			{ x: 0, y: top, width: c.width, height },
		),
		blurred(c, 2, rectangle(0, top - 1, c.width, 4, tone(colour, 0.5)), 0.6),
	].join("");
}

/** Out: linen covering a rectangle, with weave and a few soft folds. */
export function linen(c: Canvas, x: number, y: number, width: number, height: number, colour: string): string {
	const folds = Array.from({ length: 7 }, () => {
		const from = c.between(x - width * 0.1, x + width);
		const lean = c.between(-0.25, 0.35) * width;
		const line = smooth([
			[from, y - 20],
			[from + lean * 0.5, y + height * c.between(0.3, 0.6)],
			[from + lean, y + height + 20],
		]);
		const wide = c.between(0.012, 0.03) * width;
		return (
			blurred(c, wide * 0.8, stroke(line, tone(colour, -0.4), wide), 0.22) +
			blurred(c, wide * 0.7, placed(stroke(line, "#fffdf6", wide * 0.8), -wide * 1.3, 0), 0.5)
		);
	});
	return [
		rectangle(x, y, width, height, linear(c, { 0: tone(colour, 0.3), 0.6: colour, 1: tone(colour, -0.14) }, [1, 0.6])),
		...folds,
		texture(c, { fx: 0.6, fy: 0.03, octaves: 2, opacity: 0.09 }, { x, y, width, height }),
		texture(c, { fx: 0.03, fy: 0.6, octaves: 2, opacity: 0.09 }, { x, y, width, height }),
	].join("");
}

/** Out: a cloth lying on the table in perspective, between the two depths. */
export function cloth(
	c: Canvas,
	left: number,
	right: number,
	top: number,
	bottom: number,
	colour: string,
	stripe: string,
): string {
	const lean = (bottom - top) * 0.5;
	const first: Point = [left + lean, top];
	const second: Point = [right + lean * 0.35, top];
	const third: Point = [right - lean * 0.1, bottom];
	const fourth: Point = [left - lean * 0.25, bottom];
	const sag = (bottom - top) * 0.03;
	const edge = `M${n(first[0] + 8)} ${n(first[1])}Q${n((first[0] + second[0]) / 2)} ${n(top + sag)} ${n(second[0] - 8)} ${n(second[1])}q10 1 7 10Q${n((second[0] + third[0]) / 2 + sag)} ${n((top + bottom) / 2)} ${n(third[0])} ${n(third[1] - 10)}q-1 10 -12 9Q${n((third[0] + fourth[0]) / 2)} ${n(bottom + sag * 2)} ${n(fourth[0] + 10)} ${n(fourth[1])}q-12 0 -8 -10Q${n((first[0] + fourth[0]) / 2 + sag * 2)} ${n((top + bottom) / 2)} ${n(first[0])} ${n(first[1] + 8)}q2 -8 8 -8Z`;
	const width = right - left;
	const bands = [0.8, 0.83, 0.9].map((at) =>
		stroke(
			`M${n(left + width * at + lean * 0.85)} ${top - 10}L${n(left + width * at - lean * 0.1)} ${bottom + 20}`,
			stripe,
			width * 0.009,
			'opacity="0.75"',
		),
	);
	const body = linen(c, left - lean, top - 20, width + lean * 3, bottom - top + 50, colour) + bands.join("");
	return silhouette(c, shape(edge, "#000"), { dx: 10, dy: 12, soft: 9, opacity: 0.35 }) + clipped(c, edge, body);
}

/** Shading of a turned vessel, from the lit side to the dark one with a little light thrown back. */
function turnedPaint(c: Canvas, colour: string, gloss: number): string {
	return linear(
		c,
		{
			0: tone(colour, -0.12),
			0.1: tone(colour, 0.1 + gloss * 0.3),
			0.28: tone(colour, 0.16 + gloss),
			0.5: colour,
			0.82: tone(colour, -0.42),
			0.95: tone(colour, -0.48),
			1: tone(colour, -0.34),
		},
		[1, 0.5],
		[0, 0.35],
	);
}

/** What a turned vessel may have besides its outline. */
export interface TurnedOptions {
	gloss?: number;
	/** How round the rim looks: the height of its ellipse as a share of its width. */
	tilt?: number;
	/** Shapes inside the opening, drawn around (0, 0) for a rim radius of 1. */
	filling?: string;
	inside?: string;
	closed?: boolean;
}

/** In: an outline from foot to rim as [height, radius]. Out: the vessel standing at (x, y), without shadow. */
export function turned(
	c: Canvas,
	x: number,
	y: number,
	outline: Point[],
	colour: string,
	options: TurnedOptions = {},
): string {
	const { gloss = 0.28, tilt = 0.24, closed = false } = options;
	const right: Point[] = outline.map(([height, radius]) => [x + radius, y - height]);
	const left: Point[] = outline.map(([height, radius]): Point => [x - radius, y - height]).reverse();
	const [foot, rim] = [outline[0] as Point, outline.at(-1) as Point];
	const body = `${smooth(left)}A${n(foot[1])} ${n(foot[1] * tilt)} 0 0 0 ${n(x + foot[1])} ${n(y - foot[0])}${smooth(right, false)}A${n(rim[1])} ${n(rim[1] * tilt)} 0 0 1 ${n(x - rim[1])} ${n(y - rim[0])}Z`;
	const widest = Math.max(...outline.map(([, radius]) => radius));
	const mouth = y - rim[0];
	const ry = rim[1] * tilt;
	const lip = Math.max(3, rim[1] * 0.045);
	const within = options.inside ?? tone(colour, -0.2);
	const surface = [
		shape(body, turnedPaint(c, colour, gloss)),
		clipped(
			c,
			body,
			[
				blurred(
					c,
					widest * 0.13,
					ellipse(x + widest * 0.15, y + foot[1] * 0.1, widest * 0.95, rim[0] * 0.2, "#1d160c"),
					0.3,
				),
				blurred(
					c,
					widest * 0.05,
					ellipse(x - widest * 0.5, y - rim[0] * 0.6, widest * 0.07, rim[0] * 0.24, "#ffffff", rotated(8, x, y)),
					gloss * 1.4,
				),
				texture(
					c,
					{ fx: 0.02, fy: 0.05, opacity: 0.06 },
					{ x: x - widest, y: y - rim[0] - ry, width: widest * 2, height: rim[0] + ry * 2 },
				),
			].join(""),
		),
	].join("");
	if (closed) return surface;
	const opening = oval(x, mouth, rim[1] - lip, ry - lip * 0.5);
	return [
		surface,
		ellipse(
			x,
			mouth,
			rim[1],
			ry,
			linear(c, { 0: tone(colour, 0.5), 0.5: tone(colour, 0.25), 1: tone(colour, -0.1) }, [1, 0.3]),
		),
		shape(opening, linear(c, { 0: tone(within, -0.5), 0.6: tone(within, -0.1), 1: tone(within, 0.2) }, [0.8, 1])),
		options.filling
			? clipped(c, opening, `<g transform="translate(${n(x)} ${n(mouth)}) scale(${n(rim[1])})">${options.filling}</g>`)
			: "",
	].join("");
}

/** Out: a bowl with shadow. */
export function bowl(
	c: Canvas,
	x: number,
	y: number,
	width: number,
	colour: string,
	options: TurnedOptions = {},
): string {
	const r = width / 2;
	const outline: Point[] = [
		[0, r * 0.42],
		[r * 0.06, r * 0.46],
		[r * 0.28, r * 0.8],
		[r * 0.55, r * 0.95],
		[r * 0.82, r],
	];
	return shadow(c, x, y, width * 0.9) + turned(c, x, y, outline, colour, options);
}

/** Out: a jug with handle and shadow. */
export function jug(c: Canvas, x: number, y: number, height: number, colour: string): string {
	const r = height * 0.34;
	const handle = smooth([
		[x + r * 0.62, y - height * 0.84],
		[x + r * 1.35, y - height * 0.82],
		[x + r * 1.45, y - height * 0.55],
		[x + r * 0.9, y - height * 0.3],
	]);
	const outline: Point[] = [
		[0, r * 0.66],
		[height * 0.06, r * 0.74],
		[height * 0.3, r],
		[height * 0.52, r * 0.92],
		[height * 0.76, r * 0.56],
		[height * 0.9, r * 0.58],
		[height, r * 0.7],
	];
	return [
		shadow(c, x, y, r * 1.9),
		stroke(handle, tone(colour, -0.34), height * 0.068),
		placed(stroke(handle, tone(colour, -0.05), height * 0.03), -height * 0.008, -height * 0.008),
		turned(c, x, y, outline, colour),
	].join("");
}

/** Out: a cup on a saucer, with tea in it. */
export function cup(c: Canvas, x: number, y: number, width: number, colour: string, tea = "#a5622a"): string {
	const r = width / 2;
	const handle = smooth([
		[x + r * 0.86, y - r * 1.15],
		[x + r * 1.4, y - r * 1.12],
		[x + r * 1.36, y - r * 0.62],
		[x + r * 0.7, y - r * 0.42],
	]);
	const outline: Point[] = [
		[0, r * 0.42],
		[r * 0.14, r * 0.56],
		[r * 0.6, r * 0.86],
		[r * 1.3, r],
	];
	const surface = ellipse(0, 0.05, 0.93, 0.225, tea) + ellipse(-0.3, 0, 0.4, 0.09, tone(tea, 0.45), 'opacity="0.5"');
	return [
		shadow(c, x, y + r * 0.12, width * 1.5, 0.9),
		ellipse(x, y + r * 0.07, r * 1.55, r * 0.4, tone(colour, -0.3)),
		ellipse(
			x,
			y,
			r * 1.55,
			r * 0.4,
			linear(c, { 0: tone(colour, 0.5), 0.5: colour, 1: tone(colour, -0.22) }, [1, 0.4]),
		),
		ellipse(x, y - r * 0.01, r * 1.1, r * 0.26, linear(c, { 0: tone(colour, -0.12), 1: tone(colour, 0.25) }, [1, 0.6])),
		blurred(c, r * 0.06, ellipse(x + r * 0.3, y + r * 0.03, r * 0.75, r * 0.15, earth), 0.4),
		stroke(handle, tone(colour, -0.32), r * 0.16),
		placed(stroke(handle, tone(colour, 0.05), r * 0.07), -2, -2),
		turned(c, x, y, outline, colour, { tilt: 0.25, filling: surface }),
	].join("");
}

/** Out: a clay pot with earth in it. */
export function pot(c: Canvas, x: number, y: number, width: number, colour: string): string {
	const r = width / 2;
	const soil =
		ellipse(0, 0.03, 0.96, 0.22, "#3a2a1c") +
		Array.from({ length: 40 }, () =>
			ellipse(c.between(-0.8, 0.8), c.between(-0.12, 0.16), 0.05, 0.025, c.random() > 0.5 ? "#54402d" : "#281c12"),
		).join("");
	const outline: Point[] = [
		[0, r * 0.68],
		[r * 1.2, r * 0.92],
	];
	const collar: Point[] = [
		[0, r],
		[r * 0.4, r * 1.04],
	];
	return [
		shadow(c, x, y, width * 0.85),
		turned(c, x, y, outline, colour, { gloss: 0.1, closed: true }),
		blurred(c, r * 0.05, rectangle(x - r * 0.88, y - r * 1.22, r * 1.76, r * 0.16, "#2b160a"), 0.4),
		turned(c, x, y - r * 1.16, collar, colour, { gloss: 0.12, filling: soil, inside: "#4a3424" }),
	].join("");
}

/** Out: a glass jar with what is in it, up to `full` (0-1), and a lid or cork. */
export function jar(
	c: Canvas,
	x: number,
	y: number,
	width: number,
	height: number,
	content: (box: Box) => string,
	{ full = 0.75, cloth = "" } = {},
): string {
	const r = width / 2;
	const body = `M${n(x - r)} ${n(y - height * 0.82)}Q${n(x - r)} ${n(y - height * 0.94)} ${n(x - r * 0.72)} ${n(y - height * 0.96)}V${n(y - height)}H${n(x + r * 0.72)}V${n(y - height * 0.96)}Q${n(x + r)} ${n(y - height * 0.94)} ${n(x + r)} ${n(y - height * 0.82)}V${n(y - r * 0.12)}A${n(r)} ${n(r * 0.2)} 0 0 1 ${n(x - r)} ${n(y - r * 0.12)}Z`;
	const top = y - height * 0.88 * full;
	const round = linear(
		c,
		{
			0: ["#1b1a12", 0.34],
			0.16: ["#fffaf0", 0.1],
			0.35: ["#fffaf0", 0.2],
			0.6: ["#1b1a12", 0.05],
			1: ["#1b1a12", 0.5],
		},
		[1, 0],
	);
	const neck = y - height;
	const lid = "#a97d4f";
	return [
		shadow(c, x, y, width),
		clipped(
			c,
			body,
			[
				rectangle(x - r, y - height, width, height + r * 0.2, "#e8ede2", 'opacity="0.42"'),
				content({ x: x - r, y: top, width, height: y + r * 0.2 - top }),
				rectangle(x - r, top, width, y + r * 0.2 - top, round),
				rectangle(
					x - r,
					y - height,
					width,
					height + r * 0.2,
					linear(
						c,
						{
							0: ["#1d2a22", 0.35],
							0.07: ["#ffffff", 0.3],
							0.14: ["#ffffff", 0],
							0.86: ["#ffffff", 0],
							0.95: ["#ffffff", 0.18],
							1: ["#1d2a22", 0.4],
						},
						[1, 0],
					),
				),
				blurred(
					c,
					r * 0.035,
					rectangle(x - r * 0.72, y - height * 0.82, r * 0.14, height * 0.62, "#ffffff", `rx="${n(r * 0.07)}"`),
					0.75,
				),
				blurred(c, r * 0.03, rectangle(x + r * 0.7, y - height * 0.75, r * 0.06, height * 0.5, "#ffffff"), 0.4),
			].join(""),
		),
		stroke(body, "#4e5c50", 1.5, 'opacity="0.4"'),
		cloth
			? [
					shape(
						`M${n(x - r * 0.76)} ${n(neck + r * 0.2)}Q${n(x - r * 0.98)} ${n(neck + r * 0.5)} ${n(x - r * 1.06)} ${n(neck + r * 0.56)}Q${n(x - r * 0.7)} ${n(neck + r * 0.78)} ${n(x - r * 0.4)} ${n(neck + r * 0.66)}T${n(x + r * 0.3)} ${n(neck + r * 0.7)}T${n(x + r * 1.06)} ${n(neck + r * 0.54)}Q${n(x + r * 0.96)} ${n(neck + r * 0.46)} ${n(x + r * 0.76)} ${n(neck + r * 0.2)}V${n(neck + r * 0.02)}Q${n(x + r * 0.7)} ${n(neck - r * 0.13)} ${n(x)} ${n(neck - r * 0.14)}Q${n(x - r * 0.7)} ${n(neck - r * 0.13)} ${n(x - r * 0.76)} ${n(neck + r * 0.02)}Z`,
						turnedPaint(c, cloth, 0.2),
					),
					...[-0.6, -0.35, -0.1, 0.18, 0.42, 0.64].map((at) =>
						stroke(
							`M${n(x + at * r)} ${n(neck + r * 0.28)}q${n(at * r * 0.2)} ${n(r * 0.16)} ${n(at * r * 0.3)} ${n(r * 0.34)}`,
							tone(cloth, -0.35),
							r * 0.035,
							'opacity="0.5"',
						),
					),
					blurred(c, r * 0.03, ellipse(x - r * 0.1, neck - r * 0.02, r * 0.55, r * 0.07, "#ffffff"), 0.4),
					stroke(
						`M${n(x - r * 0.8)} ${n(neck + r * 0.2)}Q${n(x)} ${n(neck + r * 0.36)} ${n(x + r * 0.8)} ${n(neck + r * 0.2)}`,
						"#c8a878",
						r * 0.06,
					),
				].join("")
			: turned(
					c,
					x,
					neck + height * 0.015,
					[
						[0, r * 0.74],
						[height * 0.09, r * 0.76],
					],
					lid,
					{ gloss: 0.12, tilt: 0.2, inside: tone(lid, 0.35), filling: ellipse(0, 0, 1, 0.25, tone(lid, 0.22)) },
				),
	].join("");
}

/** Out: many small grains filling a box, in the given colours. */
export function grains(c: Canvas, box: Box, size: number, colours: string[], long = 1): string {
	const parts = [rectangle(box.x, box.y, box.width, box.height, tone(colours[0] as string, -0.35))];
	const rows = Math.ceil(box.height / (size * 1.15));
	const columns = Math.ceil(box.width / (size * 1.5));
	for (let row = 0; row <= rows; row += 1) {
		for (let column = 0; column <= columns; column += 1) {
			const gx = box.x + column * size * 1.5 + c.between(-0.5, 0.5) * size;
			const gy = box.y + row * size * 1.15 + c.between(-0.4, 0.4) * size;
			const colour = tone(c.pick(colours), c.between(-0.18, 0.16));
			const turn = rotated(c.between(-70, 70), gx, gy);
			parts.push(ellipse(gx, gy, size * long, size * 0.72, colour, turn));
			parts.push(ellipse(gx - size * 0.22, gy - size * 0.22, size * 0.3 * long, size * 0.18, tone(colour, 0.45), turn));
		}
	}
	return parts.join("");
}

/** Out: a round fruit with shadow. `squash` below 1 flattens it; `blush` reddens the far cheek. */
export function fruit(
	c: Canvas,
	x: number,
	y: number,
	r: number,
	colour: string,
	{ squash = 0.94, blush = "", dimple = true, speckle = 0.5, pores = false } = {},
): string {
	const cy = y - r * squash * 0.97;
	const outline = oval(x, cy, r, r * squash);
	const spots = Array.from({ length: pores ? 190 : Math.round(60 * speckle) }, () => {
		const [angle, distance] = [c.between(0, Math.PI * 2), Math.sqrt(c.random()) * r * 0.96];
		return ellipse(
			x + Math.cos(angle) * distance,
			cy + Math.sin(angle) * distance * squash,
			r * (pores ? 0.014 : 0.012),
			r * 0.012,
			pores ? tone(colour, -0.3) : tone(colour, 0.5),
			'opacity="0.5"',
		);
	});
	return [
		shadow(c, x, y, r * 1.9),
		shape(
			outline,
			radial(
				c,
				{
					0: tone(colour, 0.55),
					0.22: tone(colour, 0.2),
					0.52: colour,
					0.85: tone(colour, -0.38),
					1: tone(colour, -0.3),
				},
				0.46,
				0.46,
				0.58,
				0.31,
				0.27,
			),
		),
		clipped(
			c,
			outline,
			[
				blush ? blurred(c, r * 0.22, ellipse(x + r * 0.3, cy + r * 0.02, r * 0.5, r * 0.72, blush), 0.75) : "",
				...spots,
				blurred(c, r * 0.1, ellipse(x + r * 0.4, cy + r * 0.8 * squash, r * 0.62, r * 0.22, "#f3e2bd"), 0.22),
				blurred(
					c,
					r * 0.045,
					ellipse(
						x - r * 0.36,
						cy - r * 0.42 * squash,
						r * 0.16,
						r * 0.1,
						"#ffffff",
						rotated(-35, x - r * 0.36, cy - r * 0.42),
					),
					0.75,
				),
				dimple
					? blurred(
							c,
							r * 0.06,
							ellipse(x + r * 0.04, cy - r * squash * 0.82, r * 0.3, r * 0.1, tone(colour, -0.5)),
							0.7,
						)
					: "",
			].join(""),
		),
		dimple
			? stroke(
					`M${n(x + r * 0.04)} ${n(cy - r * squash * 0.8)}q${n(r * 0.02)} ${n(-r * 0.2)} ${n(r * 0.14)} ${n(-r * 0.32)}`,
					"#4b3520",
					r * 0.055,
				)
			: "",
	].join("");
}

/** Out: a pear with shadow, `height` tall without its stalk. */
export function pear(
	c: Canvas,
	x: number,
	y: number,
	height: number,
	colour = "#b7b455",
	{ blush = "#b9653a", lean = 0 } = {},
): string {
	const r = height * 0.37;
	const outline = smooth(
		mirrored([
			[0, 0],
			[-r * 0.62, -height * 0.03],
			[-r, -height * 0.28],
			[-r * 0.82, -height * 0.52],
			[-r * 0.47, -height * 0.76],
			[-r * 0.35, -height * 0.93],
			[0, -height],
		]),
	);
	const freckles = Array.from({ length: 130 }, () =>
		ellipse(
			c.between(-r, r),
			c.between(-height, 0),
			height * 0.005,
			height * 0.0045,
			c.random() > 0.4 ? "#6b5a2c" : "#e8dfa0",
			'opacity="0.45"',
		),
	);
	const body = [
		stroke(
			`M0 ${n(-height * 0.97)}q${n(height * 0.005)} ${n(-height * 0.1)} ${n(height * 0.055)} ${n(-height * 0.17)}`,
			"#4b3520",
			height * 0.026,
		),
		shape(
			outline,
			radial(
				c,
				{
					0: tone(colour, 0.5),
					0.3: tone(colour, 0.12),
					0.58: colour,
					0.9: tone(colour, -0.42),
					1: tone(colour, -0.34),
				},
				0.46,
				0.58,
				0.62,
				0.28,
				0.5,
			),
		),
		clipped(
			c,
			outline,
			[
				blush ? blurred(c, r * 0.25, ellipse(r * 0.42, -height * 0.38, r * 0.42, height * 0.28, blush), 0.6) : "",
				...freckles,
				blurred(c, r * 0.09, ellipse(-r * 0.22, -height * 0.82, r * 0.1, height * 0.1, "#fffbe6"), 0.5),
				blurred(c, r * 0.07, ellipse(-r * 0.5, -height * 0.42, r * 0.12, height * 0.09, "#fffef4"), 0.7),
				blurred(c, r * 0.12, ellipse(r * 0.3, -height * 0.02, r * 0.6, height * 0.05, "#f0dcae"), 0.25),
			].join(""),
		),
	].join("");
	return shadow(c, x + lean * 2, y, r * 1.75) + placed(body, x, y, lean);
}

/** Out: a lemon lying on its side, with shadow. */
export function lemon(c: Canvas, x: number, y: number, length: number, angle: number): string {
	const [a, b] = [length / 2, length * 0.36];
	const outline = smooth([
		[-a, 0],
		[-a * 0.86, -b * 0.3],
		[-a * 0.6, -b * 0.8],
		[0, -b],
		[a * 0.6, -b * 0.8],
		[a * 0.86, -b * 0.28],
		[a * 1.08, -b * 0.08],
		[a * 1.08, b * 0.1],
		[a * 0.86, b * 0.3],
		[a * 0.6, b * 0.8],
		[0, b],
		[-a * 0.6, b * 0.8],
		[-a * 0.86, b * 0.3],
		[-a, 0],
	]);
	const colour = "#e5b93f";
	const pores = Array.from({ length: 160 }, () =>
		ellipse(c.between(-a, a), c.between(-b, b), length * 0.007, length * 0.006, tone(colour, -0.25), 'opacity="0.4"'),
	);
	const body = [
		shape(
			outline,
			radial(
				c,
				{ 0: "#fdf0ae", 0.3: "#f0cb59", 0.6: colour, 0.92: "#8f6a1d", 1: "#a57b28" },
				0.45,
				0.48,
				0.6,
				0.3,
				0.24,
			),
		),
		clipped(
			c,
			outline,
			[...pores, blurred(c, b * 0.1, ellipse(-a * 0.35, -b * 0.5, a * 0.16, b * 0.13, "#ffffff"), 0.75)].join(""),
		),
	].join("");
	return shadow(c, x, y, length * 0.85) + placed(body, x, y - b * 0.95, angle);
}

/** Out: half of a citrus fruit facing the viewer, leaning back a little. */
export function citrusHalf(c: Canvas, x: number, y: number, r: number, rind = "#dd8a35", flesh = "#eda04a"): string {
	const cy = y - r * 0.96;
	const segments = Array.from({ length: 10 }, (_, index) => {
		const turn = index * 36 + 6;
		return `<g transform="rotate(${turn})">${shape(
			`M0 ${n(-r * 0.1)}L${n(-r * 0.235)} ${n(-r * 0.7)}Q0 ${n(-r * 0.88)} ${n(r * 0.235)} ${n(-r * 0.7)}Z`,
			linear(c, { 0: tone(flesh, 0.14), 0.5: flesh, 1: tone(flesh, 0.3) }),
			`stroke="${tone(flesh, 0.3)}" stroke-width="1" stroke-linejoin="round"`,
		)}${stroke(`M${n(-r * 0.05)} ${n(-r * 0.35)}l${n(-r * 0.05)} ${n(-r * 0.25)}M${n(r * 0.05)} ${n(-r * 0.4)}l${n(r * 0.04)} ${n(-r * 0.25)}`, tone(flesh, 0.5), r * 0.014, 'opacity="0.7"')}</g>`;
	});
	return [
		shadow(c, x, y, r * 1.8),
		ellipse(x + r * 0.1, cy + r * 0.02, r * 1.01, r, linear(c, { 0: rind, 1: tone(rind, -0.45) }, [1, 0.4])),
		ellipse(x, cy, r, r * 0.98, rind),
		ellipse(x, cy, r * 0.95, r * 0.93, "#f8e8c9"),
		`<g transform="translate(${n(x)} ${n(cy)}) scale(1 0.98)">${segments.join("")}</g>`,
		ellipse(
			x,
			cy,
			r,
			r * 0.98,
			linear(c, { 0: ["#ffffff", 0.22], 0.5: ["#ffffff", 0], 1: ["#3a1c05", 0.24] }, [1, 0.7]),
		),
	].join("");
}

/** The outlines a leaf can have, for a length of 1 and a width of 1. */
const leafOutlines = {
	olive: [
		[0.12, 0.34],
		[0.4, 0.5],
		[0.75, 0.3],
	],
	sage: [
		[0.1, 0.36],
		[0.38, 0.5],
		[0.78, 0.4],
	],
	round: [
		[0.08, 0.4],
		[0.45, 0.52],
		[0.85, 0.38],
		[0.97, 0.16],
	],
	basil: [
		[0.1, 0.44],
		[0.32, 0.52],
		[0.72, 0.34],
	],
} satisfies Record<string, Point[]>;

/** The kinds of leaves that can be drawn. */
export type LeafKind = keyof typeof leafOutlines;

/** Out: a leaf growing from (x, y) in the direction of `angle` (degrees, 0 = right). */
export function leaf(
	c: Canvas,
	x: number,
	y: number,
	length: number,
	width: number,
	angle: number,
	colour: string,
	kind: LeafKind = "olive",
): string {
	const outline = leafOutlines[kind];
	const bend = c.between(-0.05, 0.05) * length;
	const upper: Point[] = [
		[0, 0],
		...outline.map(([along, out]): Point => [along * length, -out * width + bend * along]),
		[length, bend],
	];
	const lower: Point[] = [
		[0, 0],
		...outline.map(([along, out]): Point => [along * length, out * width + bend * along]),
		[length, bend],
	];
	const spine = `M0 0Q${n(length * 0.5)} ${n(bend * 0.2)} ${n(length)} ${n(bend)}`;
	// The half that faces the light is the brighter one, whichever way the leaf points.
	const lit = Math.cos(((angle - 45) * Math.PI) / 180) > 0 ? 1 : -1;
	const half = (points: Point[], amount: number) =>
		shape(
			`${smooth(points)}Q${n(length * 0.5)} ${n(bend * 0.2)} 0 0Z`,
			linear(c, { 0: tone(colour, amount - 0.14), 0.5: tone(colour, amount), 1: tone(colour, amount + 0.1) }, [1, 0]),
		);
	const veins =
		kind === "olive"
			? []
			: [0.25, 0.42, 0.6].map((at) =>
					stroke(
						`M${n(length * at)} 0q${n(length * 0.1)} ${n(-width * 0.14)} ${n(length * 0.15)} ${n(-width * 0.3)}M${n(length * at)} 0q${n(length * 0.1)} ${n(width * 0.14)} ${n(length * 0.15)} ${n(width * 0.3)}`,
						tone(colour, 0.34),
						Math.max(0.8, length * 0.007),
						'opacity="0.6"',
					),
				);
	return placed(
		[
			half(upper, 0.15 * lit),
			half(lower, -0.15 * lit),
			...veins,
			stroke(spine, tone(colour, 0.4), Math.max(1, length * 0.014), 'opacity="0.8"'),
		].join(""),
		x,
		y,
		angle,
	);
}

/** How a branch grows. */
export interface BranchOptions {
	kind?: LeafKind;
	colours?: string[];
	leaves?: number;
	size?: number;
	slim?: number;
	bend?: number;
	stem?: string;
	spread?: number;
	fruit?: string;
}

/** Out: a branch from (x, y) in the direction of `angle`, bending by `bend` degrees over its length. */
export function branch(
	c: Canvas,
	x: number,
	y: number,
	length: number,
	angle: number,
	options: BranchOptions = {},
): string {
	const {
		kind = "olive",
		leaves = 17,
		size = length * 0.2,
		slim = 0.3,
		bend = 25,
		stem = "#6b5a3c",
		spread = 48,
	} = options;
	const colours = options.colours ?? ["#6f8258", "#839569", "#5c7050", "#93a37f"];
	const points: Point[] = [[x, y]];
	const headings: number[] = [angle];
	const steps = 24;
	for (let step = 1; step <= steps; step += 1) {
		const heading = angle + (bend * step) / steps;
		const [px, py] = points.at(-1) as Point;
		points.push([
			px + (Math.cos((heading * Math.PI) / 180) * length) / steps,
			py + (Math.sin((heading * Math.PI) / 180) * length) / steps,
		]);
		headings.push(heading);
	}
	const parts: string[] = [];
	const front: string[] = [];
	for (let index = 0; index < leaves; index += 1) {
		const along = 0.1 + (0.9 * index) / (leaves - 1);
		const at = Math.min(steps, Math.round(along * steps));
		const [px, py] = points[at] as Point;
		const side = index === leaves - 1 ? 0 : index % 2 === 0 ? 1 : -1;
		const heading = (headings[at] as number) + side * (spread * (1.1 - along * 0.45)) + c.between(-10, 10);
		const grown = size * (1 - Math.abs(along - 0.45) * 0.65) * c.between(0.82, 1.12);
		const colour = c.pick(colours);
		const drawn = leaf(c, px, py, grown, grown * slim * c.between(0.85, 1.15), heading, colour, kind);
		(c.random() > 0.35 ? front : parts).push(drawn);
		if (options.fruit && index % 4 === 2) {
			const r = size * 0.13;
			const [fx, fy] = [px + side * r * 1.2, py + r * 2.2];
			front.push(stroke(`M${n(px)} ${n(py)}L${n(fx)} ${n(fy)}`, stem, 2));
			front.push(
				ellipse(
					fx,
					fy + r,
					r,
					r * 1.3,
					radial(
						c,
						{ 0: tone(options.fruit, 0.5), 0.5: options.fruit, 1: tone(options.fruit, -0.45) },
						0.45,
						0.45,
						0.6,
						0.3,
						0.25,
					),
				),
			);
		}
	}
	const line = smooth(points.filter((_, index) => index % 3 === 0));
	return [
		...parts,
		stroke(line, tone(stem, -0.2), length * 0.012),
		placed(stroke(line, tone(stem, 0.25), length * 0.005), -1, -1),
		...front,
	].join("");
}

/** Out: a branch lying on a surface, with the shadow it throws there. */
export function lyingBranch(
	c: Canvas,
	x: number,
	y: number,
	length: number,
	angle: number,
	options: BranchOptions = {},
): string {
	const drawn = branch(c, x, y, length, angle, options);
	return withSilhouette(c, drawn, { dx: length * 0.022, dy: length * 0.028, soft: length * 0.012, opacity: 0.42 });
}

/** Out: a branch's shadow on a wall, thrown by a plant outside the picture. */
export function branchShadow(c: Canvas, x: number, y: number, length: number, angle: number, opacity: number): string {
	return silhouette(c, branch(c, x, y, length, angle, { leaves: 15, size: length * 0.24 }), {
		dx: 0,
		dy: 0,
		soft: length * 0.017,
		opacity,
	});
}

/** Out: a bunch of branches standing in a vessel whose mouth is at (x, y). */
export function bouquet(
	c: Canvas,
	x: number,
	y: number,
	length: number,
	angles: number[],
	options: BranchOptions = {},
): string {
	return angles
		.map((angle) =>
			branch(
				c,
				x + Math.sin((angle + 90) / 57) * length * 0.05,
				y + length * 0.035,
				length * c.between(0.8, 1.08),
				angle,
				{
					bend: (angle + 90) * 0.55 + c.between(-8, 8),
					...options,
				},
			),
		)
		.join("");
}

/** Out: a sprig of needles (rosemary) or of flowers (lavender). */
export function sprig(
	c: Canvas,
	x: number,
	y: number,
	length: number,
	angle: number,
	kind: "rosemary" | "lavender",
): string {
	const parts: string[] = [
		stroke(
			`M0 0Q${n(length * 0.5)} ${n(-length * 0.05)} ${n(length)} 0`,
			kind === "rosemary" ? "#6d5b3d" : "#75865d",
			length * 0.014,
		),
	];
	const count = kind === "rosemary" ? 46 : 130;
	for (let index = 0; index < count; index += 1) {
		const along = index / count;
		const px = length * (0.06 + along * 0.94);
		const py = -length * 0.1 * (along + 0.06) * (1 - along) * 1.9;
		const side = index % 2 === 0 ? -1 : 1;
		if (kind === "rosemary") {
			const size = length * 0.15 * (1 - along * 0.5);
			parts.push(leaf(c, px, py, size, size * 0.15, side * c.between(35, 62), mix("#51674c", "#8a9c79", c.random())));
		} else if (along > 0.5) {
			const size = length * 0.019 * (1.55 - along);
			const out = side * c.between(0.1, 1.9) * size;
			parts.push(
				ellipse(
					px,
					py + out,
					size * 1.25,
					size * 0.85,
					mix("#6f5f92", "#a99bc4", c.random()),
					rotated(side * 30, px, py + out),
				),
			);
		} else if (index % 21 === 4) {
			parts.push(leaf(c, px, py, length * 0.18, length * 0.018, side * 24, "#7f9070"));
		}
	}
	return placed(parts.join(""), x, y, angle);
}

/** Out: a sprig lying on a surface, with its shadow. */
export function lyingSprig(
	c: Canvas,
	x: number,
	y: number,
	length: number,
	angle: number,
	kind: "rosemary" | "lavender" = "rosemary",
): string {
	const drawn = sprig(c, x, y, length, angle, kind);
	return withSilhouette(c, drawn, { dx: 7, dy: 10, soft: 6, opacity: 0.4 });
}

/** Out: a pile of closed books, spines to the viewer; the first colour lies lowest. */
export function books(c: Canvas, x: number, y: number, width: number, colours: string[], thickness: number): string {
	const parts = [shadow(c, x, y, width)];
	let bottom = y;
	for (const colour of colours) {
		const w = width * c.between(0.86, 1.0);
		const h = thickness * c.between(0.8, 1.15);
		const left = x - w / 2 + c.between(-0.03, 0.03) * width;
		const depth = h * 0.5;
		parts.push(
			shape(
				`M${n(left)} ${n(bottom - h)}l${n(depth * 1.3)} ${n(-depth)}h${n(w - depth * 1.6)}l${n(depth * 0.3)} ${n(depth)}z`,
				linear(c, { 0: tone(colour, 0.42), 1: tone(colour, 0.1) }, [1, 0]),
			),
		);
		parts.push(
			rectangle(
				left,
				bottom - h,
				w,
				h,
				linear(c, { 0: tone(colour, 0.28), 0.3: colour, 1: tone(colour, -0.42) }, [1, 0.15]),
				`rx="${n(h * 0.12)}"`,
			),
		);
		parts.push(
			rectangle(left + w * 0.1, bottom - h, w * 0.012, h, "#e8cf95", 'opacity="0.7"'),
			rectangle(left + w * 0.13, bottom - h, w * 0.005, h, "#e8cf95", 'opacity="0.7"'),
			rectangle(left + w * 0.86, bottom - h, w * 0.012, h, "#e8cf95", 'opacity="0.6"'),
		);
		parts.push(blurred(c, 2, rectangle(left, bottom - h * 0.12, w, h * 0.14, "#150f08"), 0.45));
		bottom -= h;
	}
	return parts.join("");
}

/** Out: a candle in a holder, burning. */
export function candle(c: Canvas, x: number, y: number, height: number): string {
	const r = height * 0.085;
	const top = y - height;
	return [
		shadow(c, x, y, r * 5),
		turned(
			c,
			x,
			y,
			[
				[0, r * 2.5],
				[r * 0.5, r * 2.7],
			],
			"#8a6b3e",
			{ gloss: 0.4, filling: ellipse(0, 0.03, 0.9, 0.2, "#5d4526") },
		),
		turned(
			c,
			x,
			y - r * 0.3,
			[
				[0, r],
				[height * 0.97, r],
			],
			"#efe2c4",
			{ gloss: 0.2, tilt: 0.26, inside: "#f8e7bd" },
		),
		stroke(`M${n(x)} ${n(top + r * 0.1)}v${n(-r * 0.8)}`, "#2a1a0c", r * 0.14),
		blurred(c, height * 0.3, circle(x, top - r * 2, height * 0.5, "#f6c469"), 0.55),
		blurred(
			c,
			r * 0.22,
			shape(
				`M${n(x)} ${n(top - r * 4.2)}q${n(r * 1.3)} ${n(r * 2.2)} 0 ${n(r * 3.8)}q${n(-r * 1.3)} ${n(-r * 1.6)} 0 ${n(-r * 3.8)}z`,
				"#ffdf8e",
			),
			1,
		),
		blurred(
			c,
			r * 0.1,
			shape(
				`M${n(x)} ${n(top - r * 3)}q${n(r * 0.7)} ${n(r * 1.4)} 0 ${n(r * 2.4)}q${n(-r * 0.7)} ${n(-r)} 0 ${n(-r * 2.4)}z`,
				"#fffdf0",
			),
			1,
		),
	].join("");
}

/** Out: a glass of water. */
export function glass(c: Canvas, x: number, y: number, width: number, height: number): string {
	const r = width / 2;
	const body = `M${n(x - r)} ${n(y - height)}L${n(x - r * 0.8)} ${n(y - r * 0.1)}A${n(r * 0.8)} ${n(r * 0.18)} 0 0 0 ${n(x + r * 0.8)} ${n(y - r * 0.1)}L${n(x + r)} ${n(y - height)}A${n(r)} ${n(r * 0.24)} 0 0 1 ${n(x - r)} ${n(y - height)}Z`;
	const level = y - height * 0.72;
	return [
		shadow(c, x, y, width * 0.8, 0.55),
		blurred(c, r * 0.18, ellipse(x + r * 1.3, y + r * 0.02, r * 0.7, r * 0.1, "#fff7dc"), 0.8),
		shape(
			body,
			linear(
				c,
				{
					0: ["#31463c", 0.34],
					0.1: ["#ffffff", 0.32],
					0.3: ["#ffffff", 0.12],
					0.75: ["#ffffff", 0.06],
					0.93: ["#ffffff", 0.34],
					1: ["#31463c", 0.4],
				},
				[1, 0],
			),
		),
		clipped(
			c,
			body,
			rectangle(
				x - r,
				level,
				width,
				height,
				linear(c, { 0: ["#dfe9e2", 0.55], 0.5: ["#c5d5cb", 0.35], 1: ["#8aa597", 0.55] }),
			),
		),
		ellipse(x, level, r * 0.94, r * 0.22, linear(c, { 0: ["#ffffff", 0.85], 1: ["#b3c7bb", 0.6] }, [1, 0])),
		ellipse(x, y - height, r, r * 0.24, "none", 'stroke="#ffffff" stroke-width="3" opacity="0.75"'),
		blurred(c, 2, rectangle(x - r * 0.7, y - height * 0.9, r * 0.12, height * 0.72, "#ffffff"), 0.65),
	].join("");
}

/** Out: a window in the wall: frame, crossbars and the green outside, out of focus. */
export function windowFrame(c: Canvas, x: number, y: number, width: number, height: number): string {
	const frame = "#f4efe3";
	const outside = `M${x} ${y}h${width}v${height}h${-width}z`;
	const blobs = Array.from({ length: 26 }, () =>
		ellipse(
			c.between(x, x + width),
			c.between(y + height * 0.45, y + height),
			width * c.between(0.06, 0.2),
			width * c.between(0.06, 0.16),
			mix("#9db287", "#dfe6c8", c.random()),
			'opacity="0.7"',
		),
	);
	const bar = width * 0.045;
	const bars = [
		rectangle(x - bar, y - bar, width + bar * 2, bar, frame),
		rectangle(x - bar, y, bar, height, frame),
		rectangle(x + width, y, bar, height, tone(frame, -0.1)),
		rectangle(x + width / 2 - bar / 2, y, bar, height, frame),
		rectangle(x, y + height * 0.48, width, bar * 0.8, frame),
		rectangle(x + width / 2 + bar / 2, y, bar * 0.25, height, tone(frame, -0.25)),
		rectangle(x, y + height * 0.48 + bar * 0.8, width, bar * 0.22, tone(frame, -0.25)),
		rectangle(x - bar * 1.8, y + height, width + bar * 3.6, bar * 1.2, tone(frame, 0.3)),
		blurred(c, 6, rectangle(x - bar * 1.6, y + height + bar * 1.2, width + bar * 3.6, bar * 0.6, earth), 0.3),
	];
	return [
		clipped(
			c,
			outside,
			rectangle(x, y, width, height, linear(c, { 0: "#ffffff", 0.6: "#eef1e4", 1: "#dfe5cb" })) +
				blurred(c, width * 0.05, blobs.join("")),
		),
		blurred(c, width * 0.12, rectangle(x, y, width, height, "#fffbe9"), 0.35),
		...bars,
	].join("");
}

/** Out: a small plant with a few leaves, its earth at (x, y). */
export function seedling(c: Canvas, x: number, y: number, height: number): string {
	const colour = "#7c9a55";
	const sway = (at: number) => x + Math.sin(at * 3.1 + height) * height * 0.035 * at;
	const stem = smooth([0, 0.25, 0.5, 0.75, 1].map((at): Point => [sway(at), y - height * at]));
	const parts = [
		stroke(stem, tone(colour, -0.15), height * 0.03),
		placed(stroke(stem, tone(colour, 0.3), height * 0.012), -height * 0.006, 0),
	];
	const pairs = Math.max(2, Math.round(height / 70));
	for (let pair = 0; pair < pairs; pair += 1) {
		const at = 0.38 + (0.56 * pair) / (pairs - 1);
		for (const side of [-1, 1]) {
			const where = at + side * 0.035;
			const size =
				height * (0.42 - at * 0.16) * c.between(0.85, 1.12) * Math.max(0.72, Math.min(1, 150 / height) + 0.12);
			const angle = side > 0 ? c.between(-34, -4) - at * 22 : c.between(184, 214) + at * 22;
			parts.push(
				leaf(
					c,
					sway(where),
					y - height * where,
					size,
					size * c.between(0.38, 0.48),
					angle,
					mix(colour, side > 0 ? "#5e7d45" : "#a9bf72", c.random() * 0.7),
					"basil",
				),
			);
		}
	}
	parts.push(
		leaf(c, sway(1), y - height, height * 0.2, height * 0.08, -70, "#a5bd6a", "basil"),
		leaf(c, sway(1), y - height, height * 0.17, height * 0.07, -108, "#8fae5c", "basil"),
	);
	return parts.join("");
}

/** Out: a plate or bowl seen from above, with the shadow it throws. */
export function plate(c: Canvas, x: number, y: number, r: number, colour: string, deep = false): string {
	const rim = deep ? 0.9 : 0.68;
	return [
		silhouette(c, circle(x, y, r, "#000"), { dx: r * 0.1, dy: r * 0.12, soft: r * 0.08, opacity: 0.42 }),
		circle(x, y, r, linear(c, { 0: tone(colour, 0.55), 0.5: colour, 1: tone(colour, -0.28) }, [0.9, 0.9], [0.1, 0.1])),
		circle(x, y, r * (rim + 0.02), tone(colour, deep ? -0.3 : -0.08)),
		circle(
			x,
			y,
			r * rim,
			linear(
				c,
				{ 0: tone(colour, deep ? -0.45 : -0.14), 0.5: tone(colour, -0.04), 1: tone(colour, 0.45) },
				[0.9, 0.9],
				[0.1, 0.1],
			),
		),
		circle(x, y, r * 0.985, "none", `stroke="${tone(colour, 0.6)}" stroke-width="${n(r * 0.012)}" opacity="0.6"`),
	].join("");
}

/** Out: a fork, knife or spoon seen from above, handle down, centred at (x, y). */
export function cutlery(
	c: Canvas,
	x: number,
	y: number,
	length: number,
	kind: "fork" | "knife" | "spoon",
	angle: number,
): string {
	const colour = "#b9a173";
	const l = length / 2;
	const w = length * (kind === "fork" ? 0.034 : 0.045);
	const handle = `M${n(-w * 0.4)} ${n(-l * 0.1)}Q${n(-w)} ${n(l * 0.8)} ${n(-w * 0.6)} ${n(l)}Q0 ${n(l * 1.04)} ${n(w * 0.6)} ${n(l)}Q${n(w)} ${n(l * 0.8)} ${n(w * 0.4)} ${n(-l * 0.1)}Z`;
	const head = {
		spoon: `M${n(-w * 0.4)} 0Q${n(-w * 0.5)} ${n(-l * 0.3)} ${n(-w * 0.9)} ${n(-l * 0.42)}C${n(-w * 2.6)} ${n(-l * 0.6)} ${n(-w * 2.2)} ${n(-l)} 0 ${n(-l)}C${n(w * 2.2)} ${n(-l)} ${n(w * 2.6)} ${n(-l * 0.6)} ${n(w * 0.9)} ${n(-l * 0.42)}Q${n(w * 0.5)} ${n(-l * 0.3)} ${n(w * 0.4)} 0Z`,
		knife: `M${n(-w * 0.5)} 0L${n(-w * 0.6)} ${n(-l * 0.9)}Q${n(-w * 0.3)} ${n(-l)} ${n(w * 0.2)} ${n(-l * 0.96)}Q${n(w * 1.1)} ${n(-l * 0.6)} ${n(w * 0.8)} 0Z`,
		fork: `M${n(-w * 0.4)} 0Q${n(-w * 1.7)} ${n(-l * 0.35)} ${n(-w * 1.4)} ${n(-l)}h${n(w * 0.5)}v${n(l * 0.42)}h${n(w * 0.55)}v${n(-l * 0.42)}h${n(w * 0.6)}v${n(l * 0.42)}h${n(w * 0.55)}v${n(-l * 0.42)}h${n(w * 0.5)}Q${n(w * 1.7)} ${n(-l * 0.35)} ${n(w * 0.4)} 0Z`,
	}[kind];
	const paint = linear(c, { 0: tone(colour, 0.6), 0.45: colour, 1: tone(colour, -0.4) }, [1, 0]);
	const hollow =
		kind === "spoon"
			? ellipse(
					0,
					-l * 0.71,
					w * 1.5,
					l * 0.24,
					linear(c, { 0: tone(colour, -0.4), 0.5: tone(colour, -0.05), 1: tone(colour, 0.55) }, [1, 0.6]),
				)
			: "";
	const drawn = placed(shape(handle, paint) + shape(head, paint) + hollow, x, y, angle);
	return withSilhouette(c, drawn, { dx: 6, dy: 8, soft: 5, opacity: 0.45 });
}

/** Out: a berry seen from above. */
export function berry(c: Canvas, x: number, y: number, r: number, colour: string): string {
	return (
		blurred(c, r * 0.25, circle(x + r * 0.3, y + r * 0.35, r, "#20140c"), 0.45) +
		circle(
			x,
			y,
			r,
			radial(c, { 0: tone(colour, 0.55), 0.4: colour, 1: tone(colour, -0.5) }, 0.45, 0.45, 0.6, 0.3, 0.28),
		) +
		ellipse(x + r * 0.1, y + r * 0.05, r * 0.26, r * 0.24, tone(colour, -0.4), 'opacity="0.7"')
	);
}

/** Out: a carrot (or any root) lying down, its crown at (x, y), pointing along `angle`, with its greens. */
export function root(c: Canvas, x: number, y: number, length: number, angle: number, colour: string): string {
	const w = length * 0.085;
	const body = smooth([
		[0, -w * 0.5],
		[length * 0.06, -w],
		[length * 0.4, -w * 0.72],
		[length * 0.8, -w * 0.25],
		[length * 1.05, w * 0.06],
		[length * 0.8, w * 0.3],
		[length * 0.4, w * 0.76],
		[length * 0.06, w],
		[0, w * 0.5],
		[0, -w * 0.5],
	]);
	const rings = Array.from({ length: 16 }, () => {
		const at = c.between(0.05, 0.85);
		const out = w * (1 - at) * c.between(0.3, 0.8);
		return stroke(
			`M${n(length * at)} ${n(-out)}q${n(w * 0.14)} ${n(out * 0.5)} ${n(w * 0.04)} ${n(out)}`,
			tone(colour, -0.35),
			2,
			'opacity="0.5"',
		);
	});
	const greens = Array.from({ length: 7 }, () => {
		const heading = 180 + c.between(-26, 26);
		const reach = length * c.between(0.35, 0.62);
		return branch(c, 0, c.between(-w * 0.2, w * 0.2), reach, heading, {
			leaves: 19,
			size: reach * 0.2,
			slim: 0.42,
			bend: c.between(-25, 25),
			stem: "#7d9152",
			colours: ["#5f7d45", "#7d9b55", "#4c6a3b"],
		});
	});
	const drawn = placed(
		[
			...greens,
			shape(body, linear(c, { 0: tone(colour, 0.35), 0.4: colour, 1: tone(colour, -0.42) })),
			clipped(
				c,
				body,
				rings.join("") +
					blurred(c, w * 0.12, rectangle(length * 0.04, -w * 0.62, length * 0.6, w * 0.16, "#fff3dd"), 0.5),
			),
		].join(""),
		x,
		y,
		angle,
	);
	return withSilhouette(c, drawn, { dx: 10, dy: 14, soft: 9, opacity: 0.45 });
}

/** Out: soft light over the whole picture: warm from the left, darker towards the far corner. */
export function lighting(c: Canvas, strength = 1): string {
	return [
		backdrop(
			c,
			radial(
				c,
				{ 0: ["#fff4d6", 0.34 * strength], 0.5: ["#fff4d6", 0.06 * strength], 1: ["#fff4d6", 0] },
				0.12,
				0.05,
				0.95,
			),
		),
		backdrop(
			c,
			radial(c, { 0: ["#1a1a10", 0], 0.6: ["#1a1a10", 0], 1: ["#1a1a10", 0.34 * strength] }, 0.4, 0.42, 0.85),
		),
	].join("");
}
