import {
	around,
	type Box,
	backdrop,
	blurred,
	type Canvas,
	circle,
	clipped,
	createCanvas,
	ellipse,
	linear,
	mirrored,
	mix,
	n,
	oval,
	type Point,
	placed,
	polar,
	radial,
	rectangle,
	rotated,
	type Stops,
	shape,
	silhouette,
	smooth,
	stroke,
	texture,
	tone,
	toSvg,
	withSilhouette,
} from "./canvas.ts";
import {
	berry,
	books,
	bouquet,
	bowl,
	branch,
	branchShadow,
	candle,
	citrusHalf,
	cloth,
	cup,
	cutlery,
	fruit,
	glass,
	grains,
	jar,
	jug,
	leaf,
	lemon,
	lighting,
	linen,
	lyingBranch,
	lyingSprig,
	pear,
	plate,
	pot,
	root,
	seedling,
	shadow,
	sprig,
	table,
	turned,
	wall,
	windowFrame,
	windowLight,
} from "./things.ts";

const greens = ["#4f6f4a", "#6b8a57", "#3f5d40", "#86a06c"];
const sageLeaves = ["#8d9f86", "#a3b29a", "#76896f", "#b3bfa8"];
const clay = "#b4603a";
const forest = "#35594a";

/** A picture: its size, its seed and the shapes that make it. */
interface Scene {
	width: number;
	height: number;
	draw(c: Canvas): string[];
}

function scene(width: number, height: number, draw: (c: Canvas) => string[]): Scene {
	return { width, height, draw };
}

function hills(c: Canvas, base: number, height: number, colour: string, bumps: number): string {
	const points: Point[] = Array.from({ length: bumps + 3 }, (_, index) => [
		(c.width * (index - 0.5)) / bumps,
		base - height * c.between(0.25, 1),
	]);
	return shape(
		`${smooth(points)}V${c.height}H${n((points[0] as Point)[0])}Z`,
		linear(c, { 0: tone(colour, 0.22), 0.35: colour, 1: tone(colour, -0.18) }),
	);
}

function tree(c: Canvas, x: number, y: number, height: number, colour: string, detail = 420): string {
	const parts = [
		blurred(
			c,
			height * 0.03,
			ellipse(x + height * 0.32, y + height * 0.015, height * 0.55, height * 0.035, "#1c2415"),
			0.5,
		),
		shape(
			`M${n(x - height * 0.035)} ${n(y)}Q${n(x - height * 0.015)} ${n(y - height * 0.3)} ${n(x - height * 0.05)} ${n(y - height * 0.5)}L${n(x + height * 0.05)} ${n(y - height * 0.5)}Q${n(x + height * 0.015)} ${n(y - height * 0.28)} ${n(x + height * 0.045)} ${n(y)}Z`,
			linear(c, { 0: "#8a7350", 0.5: "#574630", 1: "#33291b" }, [1, 0]),
		),
	];
	const clumps: [number, number, number][] = Array.from({ length: 26 }, (_, index) => {
		// A sunflower's order fills the crown evenly, and chance takes the evenness off again.
		const [angle, distance] = [index * 2.4 + c.between(-0.3, 0.3), Math.sqrt((index + 0.5) / 26) * 0.33];
		return [
			x + Math.cos(angle) * distance * height * 1.12,
			y - height * 0.64 + Math.sin(angle) * distance * height * 0.86,
			height * c.between(0.08, 0.135) * (1.1 - distance),
		];
	});
	for (const [cx, cy, r] of clumps.toSorted((a, b) => b[1] - a[1])) {
		const lit = 0.5 - (cx - x) / height - (cy - (y - height * 0.64)) / height;
		parts.push(blurred(c, r * 0.12, ellipse(cx, cy, r, r * 0.86, tone(colour, (lit - 0.75) * 0.5)), 0.92));
		for (let index = 0; index < detail / 26; index += 1) {
			const [angle, distance] = [c.between(0, Math.PI * 2), Math.sqrt(c.random()) * r * 1.12];
			const [lx, ly] = [cx + Math.cos(angle) * distance, cy + Math.sin(angle) * distance * 0.9];
			const bright = (lit - 0.5) * 0.45 - (Math.cos(angle) + Math.sin(angle)) * 0.13 + c.between(-0.12, 0.14);
			parts.push(
				ellipse(
					lx,
					ly,
					height * c.between(0.008, 0.016),
					height * c.between(0.006, 0.011),
					tone(colour, bright),
					`transform="rotate(${n(c.between(0, 180))} ${n(lx)} ${n(ly)})" opacity="0.9"`,
				),
			);
		}
	}
	return parts.join("");
}

function grass(c: Canvas, base: number, height: number, count: number, colours: string[]): string {
	return Array.from({ length: count }, () => {
		const x = c.between(-20, c.width + 20);
		const reach = height * c.between(0.4, 1);
		const lean = c.between(-0.25, 0.45) * reach;
		return stroke(
			`M${n(x)} ${n(base)}q${n(lean * 0.2)} ${n(-reach * 0.6)} ${n(lean)} ${n(-reach)}`,
			c.pick(colours),
			c.between(1.1, 2.6),
		);
	}).join("");
}

function path(c: Canvas, points: [x: number, y: number, width: number][], colour: string): string {
	const left: Point[] = points.map(([x, y, width]) => [x - width / 2, y]);
	const right: Point[] = points.map(([x, y, width]): Point => [x + width / 2, y]).reverse();
	return shape(`${smooth(left)}${smooth(right, false)}Z`, linear(c, { 0: tone(colour, 0.3), 1: colour }));
}

/** The shade that the rim of a dish throws on what lies in it. */
function rimShade(c: Canvas, x: number, y: number, r: number, colour: string, width: number, blur: number): string {
	const arc = `M${n(x - r)} ${n(y + r * 0.1)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r * 0.1)} ${n(y - r)}`;
	return blurred(c, blur, stroke(arc, colour, width), 0.5);
}

function bowlOfFood(c: Canvas, x: number, y: number, r: number): string {
	const parts = [plate(c, x, y, r, "#d8d3c4", true)];
	const inner = r * 0.87;
	const round = oval(x, y, inner);
	const food = [grains(c, around(x, y, inner), r * 0.021, ["#d9bd86", "#c9a66a", "#e6d0a0", "#b88f55"], 1.2)];
	for (let index = 0; index < 58; index += 1) {
		const angle = c.between(140, 278) * (Math.PI / 180);
		const distance = r * c.between(0.22, 0.72);
		const size = r * c.between(0.17, 0.3);
		const drawn = leaf(
			c,
			x + Math.cos(angle) * distance,
			y + Math.sin(angle) * distance,
			size,
			size * c.between(0.45, 0.62),
			c.between(0, 360),
			mix(greens[index % 4] as string, "#a3bd6c", c.random() * 0.55),
			"basil",
		);
		food.push(withSilhouette(c, drawn, { dx: 5, dy: 8, soft: 6, opacity: 0.5 }));
	}
	for (const [index, angle] of [-66, -46, -26, -6, 14].entries()) {
		const [sx, sy] = polar(x, y, angle, r * 0.52);
		const w = r * 0.27;
		const crescent = `M${n(-w)} 0Q0 ${n(-w * 1.25)} ${n(w)} 0Q0 ${n(-w * 0.42)} ${n(-w)} 0Z`;
		const drawn = placed(
			shape(crescent, linear(c, { 0: "#8f4a1c", 0.14: "#e09a45", 0.6: "#e7ac58", 1: "#c9782f" })) +
				clipped(
					c,
					crescent,
					Array.from({ length: 9 }, () =>
						ellipse(c.between(-w, w), c.between(-w * 0.6, 0), w * 0.12, w * 0.03, "#7d3c14", 'opacity="0.4"'),
					).join(""),
				),
			sx,
			sy,
			angle + 22 + index * 2,
		);
		food.push(withSilhouette(c, drawn, { dx: 6, dy: 10, soft: 7, opacity: 0.55 }));
	}
	for (let index = 0; index < 8; index += 1) {
		const [sx, sy] = [x + r * (-0.32 + index * 0.11), y + r * (0.42 + Math.sin(index * 1.3) * 0.09)];
		const slice = r * c.between(0.105, 0.125);
		food.push(blurred(c, 6, circle(sx + 6, sy + 8, slice, "#2a1d12"), 0.5));
		food.push(
			ellipse(sx, sy, slice, slice * 0.96, "#b23a55"),
			ellipse(sx, sy, slice * 0.93, slice * 0.89, radial(c, { 0: "#fdf6ee", 0.7: "#fbeee6", 1: "#f4d5d3" })),
		);
		food.push(
			stroke(
				Array.from(
					{ length: 9 },
					(_, line) =>
						`M${n(sx)} ${n(sy)}L${n(sx + Math.cos(line * 0.7) * slice * 0.7)} ${n(sy + Math.sin(line * 0.7) * slice * 0.7)}`,
				).join(""),
				"#eed9d2",
				1.5,
				'opacity="0.8"',
			),
		);
	}
	for (let index = 0; index < 11; index += 1) {
		const [sx, sy] = [x + r * c.between(-0.12, 0.3), y + r * c.between(-0.2, 0.3)];
		const crumb = r * c.between(0.03, 0.055);
		const lump = smooth(
			[0, 1, 2, 3, 4, 5, 0].map(
				(corner): Point => [
					sx + Math.cos(corner * 1.047) * crumb,
					sy + Math.sin(corner * 1.047) * crumb * (corner % 2 ? 0.75 : 1.05),
				],
			),
		);
		food.push(
			silhouette(c, shape(lump, "#000"), { dx: 3, dy: 5, soft: 4, opacity: 0.5 }),
			shape(lump, linear(c, { 0: "#fffdf6", 1: "#ddd3bd" }, [1, 1])),
		);
	}
	for (let index = 0; index < 70; index += 1) {
		const [angle, distance] = [c.between(0, 6.28), Math.sqrt(c.random()) * r * 0.75];
		const [sx, sy] = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
		food.push(
			ellipse(sx + 2, sy + 3, r * 0.021, r * 0.012, "#241a10", 'opacity="0.35"'),
			ellipse(sx, sy, r * 0.02, r * 0.011, index % 3 ? "#6f8a55" : "#efe3c2", rotated(c.between(0, 180), sx, sy)),
		);
	}
	food.push(rimShade(c, x, y, inner, "#1f160c", r * 0.15, r * 0.09));
	parts.push(clipped(c, round, food.join("")));
	return parts.join("");
}

function notebook(c: Canvas, x: number, y: number, width: number): string {
	const depth = width * 0.24;
	const page = (side: number) =>
		`M${n(x)} ${n(y)}q${n(side * width * 0.2)} ${n(-depth * 0.14)} ${n(side * width * 0.5)} ${n(-depth * 0.02)}l${n(-side * width * 0.09)} ${n(-depth)}q${n(-side * width * 0.2)} ${n(-depth * 0.1)} ${n(-side * width * 0.41)} ${n(depth * 0.02)}z`;
	const lines = [-1, 1].flatMap((side) =>
		Array.from({ length: side < 0 ? 7 : 4 }, (_, index) => {
			const down = depth * (0.18 + index * 0.1);
			const near = width * (0.05 + 0.01 * index);
			return stroke(
				`M${n(x + side * near)} ${n(y - depth + down)}q${n(side * width * 0.14)} ${n(-depth * 0.08)} ${n(side * width * c.between(0.22, 0.3))} ${n(-depth * 0.04)}`,
				"#8b9a93",
				2,
				'opacity="0.55"',
			);
		}),
	);
	return [
		blurred(c, 12, ellipse(x + width * 0.08, y - depth * 0.2, width * 0.56, depth * 0.55, "#2b2417"), 0.45),
		placed(shape(page(-1), forest) + shape(page(1), forest), 0, width * 0.018),
		shape(page(-1), linear(c, { 0: "#fffdf5", 0.8: "#f5eedf", 1: "#d6ccb5" }, [1, 0])),
		shape(page(1), linear(c, { 0: "#d9cfb9", 0.25: "#f7f1e3", 1: "#efe6d3" }, [1, 0])),
		...lines,
	].join("");
}

function pencil(c: Canvas, x: number, y: number, length: number, angle: number): string {
	const w = length * 0.035;
	const drawn = placed(
		rectangle(0, -w / 2, length * 0.86, w, linear(c, { 0: "#e6b457", 0.4: "#cf9638", 1: "#7e5318" })) +
			shape(`M${n(length * 0.86)} ${n(-w / 2)}L${n(length)} 0L${n(length * 0.86)} ${n(w / 2)}Z`, "#e9cfa2") +
			shape(`M${n(length * 0.96)} ${n(-w * 0.14)}L${n(length)} 0L${n(length * 0.96)} ${n(w * 0.14)}Z`, "#333"),
		x,
		y,
		angle,
	);
	return withSilhouette(c, drawn, { dx: 4, dy: 7, soft: 4, opacity: 0.5 });
}

/** A rosette of ellipses. */
function ornament(cx: number, cy: number, r: number, turns: number, ink: string): string {
	return Array.from(
		{ length: turns },
		(_, index) =>
			`<ellipse cx="${cx}" cy="${cy}" rx="${r}" ry="${n(r * 0.38)}" fill="none" stroke="${ink}" stroke-width="1.100" opacity="0.5" transform="rotate(${n((index * 180) / turns)} ${cx} ${cy})"/>`,
	).join("");
}

/** Penmanship without a letter: words of loops, each as long as chance has it. */
function script(
	c: Canvas,
	cx: number,
	cy: number,
	length: number,
	height: number,
	opacity: number,
	ink: string,
): string {
	const words: string[] = [];
	const pace = height * 0.52;
	let left = cx - length / 2;
	while (left < cx + length / 2 - pace * 3) {
		const loops = Math.min(Math.round(c.between(4, 9)), Math.floor((cx + length / 2 - left) / pace));
		const points: Point[] = [];
		for (let loop = 0; loop < loops; loop += 1) {
			const tall = height * (loop === 0 || c.random() > 0.78 ? 1 : 0.46);
			const sway = pace * c.between(0.3, 0.62);
			for (let step = 0; step < 8; step += 1) {
				const turn = (step * Math.PI) / 4;
				const up = (tall * (1 - Math.cos(turn))) / 2;
				points.push([left + pace * (loop + step / 8) + Math.sin(turn) * sway * -0.6 + up * 0.32, cy - up]);
			}
		}
		words.push(stroke(smooth(points), ink, Math.max(1.1, height * 0.06)));
		left += pace * (loops + 1.2);
	}
	return `<g opacity="${opacity}">${words.join("")}</g>`;
}

/** A line that ends in a curl on either side. */
function flourish(cy: number, reach: number, ink: string): string {
	return (
		[-1, 1]
			.map((side) => {
				const at = (out: number, down: number): Point => [600 + side * out, cy + down];
				return stroke(
					smooth([
						at(14, 0),
						at(reach * 0.3, -13),
						at(reach * 0.62, 9),
						at(reach * 0.86, -4),
						at(reach * 0.9, -20),
						at(reach * 0.76, -22),
						at(reach * 0.74, -8),
						at(reach, 4),
					]),
					ink,
					2,
					'opacity="0.7"',
				);
			})
			.join("") + circle(600, cy, 5, ink, 'opacity="0.7"')
	);
}

/** Two waves that cross each other all along a side of the frame. */
function wave(px: number, py: number, length: number, vertical: boolean, ink: string): string {
	const count = Math.round(length / 24);
	const data = [0, 1].map((phase) => {
		const points: Point[] = Array.from({ length: count + 1 }, (_, index) => {
			const out = (index + phase) % 2 ? 8 : -8;
			const along = (length * index) / count;
			return vertical ? [px + out, py + along] : [px + along, py + out];
		});
		return stroke(smooth(points), ink, 1.6, 'opacity="0.7"');
	});
	return data.join("");
}

/** A seal of wax on two ribbons. */
function seal(c: Canvas, x: number, y: number, wax: string): string[] {
	const teeth = Array.from({ length: 36 }, (_, index) => {
		const [a, r] = [(index * Math.PI) / 18, index % 2 ? 66 : 74];
		return `${index ? "L" : "M"}${n(x + Math.cos(a) * r)} ${n(y + Math.sin(a) * r)}`;
	}).join("");
	return [
		shape(`M${x - 34} ${y + 40}l-22 104l34 -20l18 32l14 -112z`, linear(c, { 0: tone(wax, -0.3), 1: tone(wax, 0.1) })),
		shape(
			`M${x + 34} ${y + 40}l22 104l-34 -20l-18 32l-14 -112z`,
			linear(c, { 0: tone(wax, -0.4), 1: tone(wax, -0.1) }),
		),
		silhouette(c, shape(`${teeth}Z`, "#000"), { dx: 4, dy: 6, soft: 5, opacity: 0.45 }),
		shape(`${teeth}Z`, radial(c, { 0: tone(wax, 0.35), 0.6: wax, 1: tone(wax, -0.25) }, 0.5, 0.5, 0.6, 0.3, 0.25)),
		circle(x, y, 52, "none", `stroke="${tone(wax, 0.45)}" stroke-width="2" opacity="0.8"`),
		circle(x, y, 46, linear(c, { 0: tone(wax, -0.15), 1: tone(wax, 0.25) }, [1, 1])),
		leaf(c, x - 4, y + 30, 60, 30, -72, tone(wax, 0.45), "basil"),
	];
}

/** Where a certificate has its seal, of what colour, and the middles of its signatures. */
const layouts = {
	right: { sealX: 900, sealY: 586, wax: "#c99a3c", signed: [330, 560] },
	middle: { sealX: 600, sealY: 604, wax: "#b4532a", signed: [300, 900] },
	left: { sealX: 300, sealY: 586, wax: "#23493a", signed: [640, 870] },
};

function certificate(ink: string, paper: string, layout: keyof typeof layouts): Scene {
	const { sealX, sealY, wax, signed } = layouts[layout];
	return scene(1200, 850, (c) => {
		const x = 70;
		const y = 60;
		const [w, h] = [1060, 730];
		const frame = [
			rectangle(x + 36, y + 36, w - 72, h - 72, "none", `stroke="${ink}" stroke-width="3"`),
			rectangle(x + 70, y + 70, w - 140, h - 140, "none", `stroke="${ink}" stroke-width="1.500"`),
			wave(x + 53, y + 53, w - 106, false, ink),
			wave(x + 53, y + h - 53, w - 106, false, ink),
			wave(x + 53, y + 53, h - 106, true, ink),
			wave(x + w - 53, y + 53, h - 106, true, ink),
			...(
				[
					[x + 53, y + 53],
					[x + w - 53, y + 53],
					[x + 53, y + h - 53],
					[x + w - 53, y + h - 53],
				] as const
			).map(([px, py]) => circle(px, py, 19, paper, `stroke="${ink}" stroke-width="2"`) + ornament(px, py, 15, 6, ink)),
		];
		const sprigs = [-1, 1].map(
			(side) =>
				`<g transform="translate(${600 + side * 22} 262) scale(${side} 1)" opacity="0.85">${branch(c, 0, 0, 92, -46, { leaves: 11, size: 28, bend: -44, colours: [ink, tone(ink, 0.2)], stem: ink })}</g>`,
		);
		const mark = seal(c, sealX, sealY, wax);
		const signatures = signed.map((px) => {
			const points: Point[] = Array.from({ length: 13 }, (_, index) => [
				px - 70 + index * 12,
				y + h - 158 + c.between(-18, 14) * (index % 2 ? 1 : -0.7),
			]);
			return (
				stroke(smooth(points), "#2d3b57", 2.4, 'opacity="0.8"') +
				rectangle(px - 92, y + h - 130, 190, 1.6, ink, 'opacity="0.6"') +
				script(c, px, y + h - 108, 110, 9, 0.45, ink)
			);
		});
		return [
			backdrop(c, linear(c, { 0: "#e6dfcf", 1: "#cfc5b0" }, [1, 1])),
			texture(c, { fx: 0.006, fy: 0.006, opacity: 0.1 }),
			silhouette(c, rectangle(x, y, w, h, "#000"), { dx: 14, dy: 18, soft: 16, opacity: 0.45 }),
			rectangle(x, y, w, h, linear(c, { 0: tone(paper, 0.6), 0.6: paper, 1: tone(paper, -0.08) }, [1, 0.8])),
			texture(c, { fx: 0.03, fy: 0.03, octaves: 4, opacity: 0.05 }, { x, y, width: w, height: h }),
			`<g opacity="0.16">${ornament(600, 430, 250, 36, ink)}${ornament(600, 430, 150, 24, ink)}</g>`,
			...frame,
			...sprigs,
			ornament(600, 222, 25, 12, ink),
			script(c, 600, 322, 560, 46, 0.9, ink),
			flourish(372, 250, ink),
			script(c, 600, 440, 430, 30, 0.75, ink),
			rectangle(370, 456, 460, 1.2, ink, 'opacity="0.4"'),
			script(c, 600, 496, 640, 13, 0.5, ink),
			script(c, 600, 526, 420, 13, 0.5, ink),
			layout === "middle" ? "" : script(c, 600, 556, 260, 13, 0.5, ink),
			...signatures,
			...mark,
			branchShadow(c, -40, 900, 620, -52, 0.13),
			lighting(c, 0.7),
		];
	});
}

/** Every picture by file name, without its extension. */
export const scenes: Record<string, Scene> = {
	"hero-table": scene(1600, 1200, (c) => [
		wall(c, "#d3d8c6"),
		windowLight(c, 560, 60, 720, 700, 0.55),
		branchShadow(c, 1500, -80, 760, 128, 0.24),
		branchShadow(c, 1680, 240, 620, 160, 0.16),
		table(c, 830, "#b98f63"),
		cloth(c, 250, 1150, 905, 1125, "#ece5d6", "#8aa08a"),
		shadow(c, 560, 960, 210),
		jug(c, 560, 970, 500, "#e6ddca"),
		bouquet(c, 556, 470, 430, [-142, -122, -108, -94, -80, -66, -48], { leaves: 19, size: 96, slim: 0.34 }),
		bowl(c, 1010, 1000, 400, forest, { inside: "#47705e", tilt: 0.26 }),
		lemon(c, 950, 890, 150, -16),
		lemon(c, 1075, 886, 145, 12),
		lemon(c, 1010, 862, 150, -6),
		turned(
			c,
			1010,
			1000,
			[
				[0, 84],
				[12, 92],
				[56, 160],
				[110, 190],
				[130, 195],
			],
			forest,
			{ closed: true },
		),
		lemon(c, 760, 1070, 150, 14),
		citrusHalf(c, 330, 1075, 74, "#e2b33c", "#f0d070"),
		leaf(c, 850, 1086, 110, 34, 18, "#6f8a58"),
		lighting(c),
	]),
	"hero-bowl": scene(1200, 1200, (c) => [
		linen(c, 0, 0, 1200, 1200, "#e2dccb"),
		lyingBranch(c, 40, 1130, 560, -58, { leaves: 17, size: 110, colours: sageLeaves, kind: "sage", slim: 0.42 }),
		bowlOfFood(c, 640, 600, 430),
		cutlery(c, 1110, 700, 620, "fork", 6),
		plate(c, 130, 170, 150, "#b7653d", true),
		grainsOnPlate(c, 130, 170, 128, ["#3c3428", "#5a4c38", "#82745a", "#d9cba8"]),
		branchShadow(c, 1300, -100, 800, 130, 0.2),
		lighting(c),
	]),
	"hero-leaves": scene(1200, 1600, (c) => [
		wall(c, "#dcd8c8"),
		windowLight(c, 180, 160, 860, 1150, 0.55),
		...leafArrangement(c),
		lighting(c),
	]),
	"hero-cover": scene(1400, 1200, (c) => [
		wall(c, "#b9c4ae"),
		windowLight(c, 120, 40, 760, 660, 0.5),
		branchShadow(c, 1450, 40, 760, 152, 0.22),
		table(c, 800, "#a97c51"),
		cloth(c, 640, 1500, 870, 1060, "#e7decb", "#b4603a"),
		jug(c, 1080, 940, 390, "#c9b99b"),
		bouquet(c, 1080, 560, 330, [-118, -98, -82, -62], { leaves: 15, size: 82 }),
		pear(c, 400, 950, 330, "#b9b356"),
		pear(c, 640, 985, 300, "#c4b25a", { lean: 8 }),
		pear(c, 210, 1010, 280, "#a9ad55", { lean: -7, blush: "" }),
		fruit(c, 860, 1040, 88, "#a44c34", { blush: "#7c2d24" }),
		leaf(c, 470, 1066, 130, 46, 12, "#7c8f55"),
		leaf(c, 1120, 1070, 120, 40, -22, "#6a8050"),
		lighting(c),
	]),
	newsletter: scene(1400, 1050, (c) => [
		linen(c, 0, 0, 1400, 1050, "#d9dfcf"),
		envelope(c, 560, 560, 680, 440, -9),
		lyingSprig(c, 330, 930, 640, -11),
		cupFromAbove(c, 1120, 310, 190),
		lyingBranch(c, 1240, 1050, 420, -112, { leaves: 13, size: 92, colours: sageLeaves, kind: "sage", slim: 0.44 }),
		branchShadow(c, -80, -60, 800, 40, 0.16),
		lighting(c),
	]),
	about: scene(1200, 1600, (c) => [
		wall(c, "#d9d3c2"),
		windowFrame(c, 130, 90, 620, 860),
		branchShadow(c, 1300, 240, 560, 160, 0.2),
		table(c, 1130, "#a5794e"),
		turnedVase(c, 960, 1270, 420, "#c8b692"),
		bouquet(c, 960, 850, 470, [-140, -120, -104, -90, -74, -58, -40], {
			kind: "round",
			leaves: 15,
			size: 106,
			slim: 0.72,
			colours: ["#7f9a86", "#98ae98", "#66836f", "#adbda4"],
		}),
		books(c, 420, 1330, 500, ["#23493a", "#b4603a", "#d8c9a6", "#6d7f64"], 62),
		pear(c, 350, 1090, 150, "#b9b356"),
		cup(c, 760, 1430, 190, "#ece5d6", "#8f5a2b"),
		notebook(c, 330, 1545, 560),
		pencil(c, 330, 1500, 250, -18),
		lighting(c),
	]),
	"certificate-nutritional-science": certificate("#23493a", "#f8f3e6", "right"),
	"certificate-functional-practice": certificate("#7a4a2a", "#f6eedd", "middle"),
	"certificate-digestive-health": certificate("#3c5a66", "#f5f3ea", "left"),
	"certificate-womens-health": certificate("#6d3f4e", "#f8f0e8", "right"),
	"certificate-laboratory-methods": certificate("#3f4a3a", "#f1f3e6", "middle"),
	"certificate-culinary-nutrition": certificate("#8a5a1e", "#faf4e3", "left"),
	"approach-banner": scene(2000, 770, (c) => [
		backdrop(c, linear(c, { 0: "#dfe6dc", 0.35: "#f4ead2", 0.6: "#f3dfb6" })),
		blurred(c, 70, circle(470, 250, 190, "#fff4d2")),
		blurred(c, 10, circle(470, 250, 62, "#fffdf0"), 0.9),
		blurred(c, 5, hills(c, 400, 120, "#b9c7b6", 5)),
		blurred(c, 40, rectangle(-100, 370, 2200, 70, "#fbf1da"), 0.7),
		blurred(c, 3, hills(c, 470, 130, "#98ae94", 4)),
		...[180, 230, 300, 1240, 1290, 1350, 1650].map((x) =>
			blurred(c, 1.5, tree(c, x, 462 + c.between(-14, 10), c.between(60, 95), "#7d967a", 160)),
		),
		blurred(c, 36, rectangle(-100, 455, 2200, 55, "#fbf1da"), 0.6),
		hills(c, 560, 110, "#7c9670", 3),
		tree(c, 1560, 545, 250, "#5f7d55", 700),
		tree(c, 1745, 560, 180, "#6c8a5e", 500),
		blurred(c, 30, rectangle(-100, 545, 2200, 40, "#f6ecd2"), 0.4),
		shape(
			`${smooth([
				[-40, 640],
				[300, 575],
				[700, 560],
				[1100, 590],
				[1600, 570],
				[2060, 600],
			])}V800H-40Z`,
			linear(c, { 0: "#8ea56f", 0.5: "#6d8a55", 1: "#49663e" }),
		),
		path(
			c,
			[
				[905, 558, 10],
				[960, 578, 22],
				[915, 606, 44],
				[800, 640, 84],
				[790, 690, 150],
				[900, 780, 300],
			],
			"#d9c397",
		),
		texture(
			c,
			{ fx: 0.05, fy: 0.16, octaves: 3, opacity: 0.12, colour: [0.1, 0.18, 0.06] },
			{ x: 0, y: 560, width: 2000, height: 210 },
		),
		grass(c, 790, 110, 520, ["#5f7d48", "#7f9a58", "#a7b56e", "#46603a", "#c3bd7c"]),
		blurred(c, 9, grass(c, 800, 240, 46, ["#35502f", "#4b6a3c", "#7d9150"]), 0.9),
		backdrop(c, radial(c, { 0: ["#fff0c4", 0.5], 1: ["#fff0c4", 0] }, 0.24, 0.32, 0.6)),
	]),
	"approach-jars": scene(1600, 1000, (c) => [
		wall(c, "#cfd5c2"),
		windowLight(c, 180, -60, 760, 620, 0.5),
		branchShadow(c, 1720, -60, 760, 140, 0.22),
		table(c, 760, "#9c7048"),
		jar(c, 250, 850, 230, 470, (box) => grains(c, box, 12, ["#ede2c3", "#dccfa8", "#f3ead2"])),
		jar(c, 540, 870, 200, 360, (box) => grains(c, box, 13, ["#8c3f2c", "#a4523a", "#6d2c20"], 1.3), { full: 0.85 }),
		jar(c, 800, 850, 220, 540, (box) => grains(c, box, 8, ["#6d7f4b", "#87985e", "#55673c"]), { full: 0.68 }),
		jar(c, 1075, 875, 190, 320, (box) => grains(c, box, 8, ["#d9912f", "#e5a84c", "#bd7620"]), { full: 0.8 }),
		jug(c, 1370, 880, 290, "#dcd2bb"),
		bouquet(c, 1370, 620, 350, [-132, -112, -96, -80, -62], {
			leaves: 17,
			size: 74,
			colours: sageLeaves,
			kind: "sage",
			slim: 0.46,
		}),
		spilled(c, 640, 935, 12, ["#8c3f2c", "#a4523a"], 16),
		lighting(c),
	]),
	consultations: scene(1600, 1100, (c) => [
		wall(c, "#d8d4c3"),
		windowFrame(c, 180, -180, 700, 770),
		branchShadow(c, 1700, 60, 640, 150, 0.2),
		table(c, 700, "#b28659"),
		turnedVase(c, 1310, 830, 300, "#8aa088"),
		bouquet(c, 1310, 535, 360, [-136, -116, -98, -82, -66, -46], { leaves: 17, size: 82 }),
		cup(c, 430, 860, 210, "#ece5d6"),
		cup(c, 985, 800, 180, "#7d9482", "#9a5f2c"),
		notebook(c, 800, 1035, 660),
		pencil(c, 890, 985, 290, -14),
		leaf(c, 1250, 985, 130, 44, 20, "#7a9060"),
		lighting(c),
	]),
	"package-three-months": scene(1200, 800, (c) => [
		wall(c, "#d6dccb"),
		windowLight(c, 240, -40, 620, 520, 0.55),
		branchShadow(c, 1300, 60, 520, 160, 0.18),
		table(c, 570, "#b48a5e"),
		pot(c, 300, 680, 190, "#b8683f"),
		seedling(c, 300, 575, 130),
		pot(c, 590, 700, 210, "#c27a50"),
		seedling(c, 590, 585, 220),
		pot(c, 900, 690, 220, "#a85c37"),
		seedling(c, 900, 565, 330),
		lighting(c),
	]),
	"package-six-months": scene(1200, 800, (c) => [
		wall(c, "#c7cdb9"),
		windowLight(c, 420, -80, 620, 520, 0.45),
		branchShadow(c, -100, 60, 560, 30, 0.16),
		table(c, 500, "#a87d53"),
		cloth(c, 90, 1130, 560, 760, "#ebe4d4", "#7f9684"),
		fruit(c, 230, 660, 92, "#a9b455", { blush: "#b8552f" }),
		fruit(c, 425, 690, 98, "#b1472f", { blush: "#7d241d" }),
		fruit(c, 630, 665, 90, "#b9b758", { blush: "#a8452a" }),
		fruit(c, 830, 695, 100, "#a9432d", { blush: "#6f211b" }),
		fruit(c, 1025, 655, 88, "#aab65a"),
		leaf(c, 520, 730, 120, 48, 10, "#5f7d48", "basil"),
		leaf(c, 250, 545, 100, 42, -30, "#6a8850", "basil"),
		leaf(c, 848, 560, 96, 40, -24, "#6a8850", "basil"),
		lighting(c),
	]),
	"package-year": scene(1200, 800, (c) => [
		backdrop(c, linear(c, { 0: "#c9d4cc", 0.45: "#f1dfb8", 0.7: "#efc98c" })),
		blurred(c, 60, ellipse(240, 400, 210, 130, "#ffedbd")),
		blurred(c, 5, hills(c, 520, 110, "#b6bd9b", 4)),
		blurred(c, 26, rectangle(-50, 480, 1300, 50, "#f7e3b4"), 0.7),
		hills(c, 600, 70, "#94a577", 3),
		shape(
			`${smooth([
				[-40, 760],
				[300, 660],
				[720, 585],
				[980, 610],
				[1260, 700],
			])}V840H-40Z`,
			linear(c, { 0: "#8c9f5e", 0.4: "#6f8a4f", 1: "#415c36" }),
		),
		texture(
			c,
			{ fx: 0.04, fy: 0.14, opacity: 0.07, colour: [0.1, 0.18, 0.06] },
			{ x: 0, y: 580, width: 1200, height: 220 },
		),
		tree(c, 740, 606, 470, "#5d7d4a", 2400),
		grass(c, 815, 100, 300, ["#5b7743", "#8b9f5a", "#c0b56c", "#3f5a36"]),
		backdrop(c, radial(c, { 0: ["#fff0c4", 0.42], 1: ["#fff0c4", 0] }, 0.2, 0.5, 0.7)),
	]),
	"programme-energy-breakfast": scene(1200, 900, (c) => [
		linen(c, 0, 0, 1200, 900, "#dfe2d2"),
		porridge(c, 560, 460, 340),
		cutlery(c, 1010, 500, 520, "spoon", 12),
		...scatterBerries(c, 1080, 150, 6),
		lyingBranch(c, -30, 860, 330, -50, { leaves: 11, size: 90, kind: "basil", slim: 0.5, colours: greens }),
		branchShadow(c, 1300, -80, 640, 130, 0.17),
		lighting(c),
	]),
	"programme-energy-morning": scene(1200, 900, (c) => [
		wall(c, "#e3d9be"),
		windowLight(c, 260, -20, 640, 560, 0.65),
		branchShadow(c, 1300, -40, 600, 138, 0.2),
		table(c, 610, "#b78d62"),
		glass(c, 330, 740, 190, 340),
		fruit(c, 620, 760, 118, "#dd8a33", { dimple: false, pores: true }),
		fruit(c, 855, 725, 108, "#e09338", { dimple: false, pores: true }),
		citrusHalf(c, 800, 850, 96),
		leaf(c, 650, 545, 130, 52, -28, "#54734a", "basil"),
		leaf(c, 500, 820, 120, 44, 14, "#6b8a57", "basil"),
		lighting(c),
	]),
	"programme-digestion-jars": scene(1200, 900, (c) => [
		wall(c, "#c5cfbd"),
		windowLight(c, 120, -40, 560, 520, 0.45),
		branchShadow(c, 1300, 20, 560, 150, 0.2),
		table(c, 680, "#94683f"),
		jar(c, 250, 780, 250, 470, (box) => cabbage(c, box, ["#a2467d", "#8b3a72", "#c77aa4"]), {
			cloth: "#e6ddc9",
			full: 0.88,
		}),
		jar(c, 570, 800, 230, 410, (box) => cabbage(c, box, ["#dcd9a2", "#c9cc8c", "#eceac4"]), { full: 0.84 }),
		jar(c, 880, 785, 240, 500, (box) => cabbage(c, box, ["#dd8a3b", "#c9702a", "#ecad62"]), {
			cloth: "#8aa08a",
			full: 0.86,
		}),
		lyingSprig(c, 690, 865, 330, -6),
		lighting(c),
	]),
	"programme-digestion-soup": scene(1200, 900, (c) => [
		linen(c, 0, 0, 1200, 900, "#e8e0cf"),
		soup(c, 610, 450, 330),
		cutlery(c, 180, 470, 540, "spoon", -8),
		lyingBranch(c, 1230, 830, 400, -142, { leaves: 13, size: 84, kind: "basil", slim: 0.5, colours: greens }),
		branchShadow(c, -80, -80, 620, 48, 0.16),
		lighting(c),
	]),
	"programme-change-evening": scene(1200, 900, (c) => [
		backdrop(c, linear(c, { 0: "#3b4a4c", 1: "#5d5a4c" }, [0.6, 1])),
		texture(c, { fx: 0.005, fy: 0.006, opacity: 0.14 }),
		blurred(c, 110, ellipse(420, 360, 330, 300, "#d99a4c"), 0.5),
		branchShadow(c, 1200, 0, 620, 150, 0.35),
		table(c, 640, "#7d5a3a"),
		turnedVase(c, 930, 740, 240, "#5d7468"),
		bouquet(c, 930, 520, 300, [-128, -108, -88, -66], {
			leaves: 15,
			size: 76,
			colours: ["#55695a", "#6c7f69", "#46584c"],
		}),
		cup(c, 650, 800, 190, "#b9ab90", "#8a5524"),
		candle(c, 380, 770, 280),
		lyingSprig(c, 60, 862, 420, -5, "lavender"),
		backdrop(c, radial(c, { 0: ["#ffca78", 0.3], 0.5: ["#ffca78", 0.05], 1: ["#0d1410", 0.5] }, 0.32, 0.52, 0.8)),
	]),
	"programme-change-figs": scene(1200, 900, (c) => [
		linen(c, 0, 0, 1200, 900, "#d3d7c8"),
		plate(c, 600, 460, 350, "#e8e1d0"),
		lyingBranch(c, 300, 660, 640, -34, { leaves: 21, size: 104, bend: 20, fruit: "#3d3a45" }),
		...figs(c),
		branchShadow(c, 1320, -60, 680, 132, 0.17),
		lighting(c),
	]),
	"programme-family-table": scene(1200, 900, (c) => [
		backdrop(c, linear(c, { 0: "#bcc4b0", 1: "#939d88" }, [1, 1])),
		texture(c, { fx: 0.01, fy: 0.01, opacity: 0.1 }),
		...roundTable(c),
		lighting(c),
	]),
	"programme-family-roots": scene(1200, 900, (c) => [
		table(c, -200, "#8b6443"),
		root(c, 420, 250, 560, 14, "#d97b36"),
		root(c, 390, 370, 600, 5, "#e08a3f"),
		root(c, 410, 480, 540, -4, "#cf6d2d"),
		root(c, 380, 600, 580, -12, "#e3b15a"),
		beetroot(c, 860, 690, 96),
		beetroot(c, 1030, 640, 84),
		branchShadow(c, 1320, -60, 640, 140, 0.22),
		lighting(c),
	]),
	"testing-before-after": scene(1600, 900, (c) => [
		...plantHalf(c, 0, false),
		...plantHalf(c, 800, true),
		blurred(c, 1, rectangle(798, 0, 4, 900, "#fbf8f2"), 1),
	]),
	"dna-everyday": scene(1200, 900, (c) => [
		wall(c, "#e2e2d2"),
		windowLight(c, 180, 40, 800, 640, 0.5),
		...helix(c),
		branchShadow(c, 1320, 300, 560, 170, 0.12),
		lighting(c),
	]),
	"dna-methylation": scene(1200, 900, (c) => [
		linen(c, 0, 0, 1200, 900, "#e4e0d2"),
		...(
			[
				[330, 640, 330, -158],
				[340, 620, 340, -20],
				[330, 630, 350, -128],
				[340, 630, 360, -52],
				[335, 640, 380, -92],
			] as const
		).map(([x, y, size, angle]) => {
			const drawn = leaf(
				c,
				x,
				y,
				size,
				size * 0.54,
				angle,
				mix(greens[Math.abs(angle) % 4] as string, "#7fa257", 0.3),
				"basil",
			);
			return withSilhouette(c, drawn, { dx: 9, dy: 13, soft: 9, opacity: 0.42 });
		}),
		stroke("M328 628Q322 720 296 800M336 632Q340 730 332 815M342 628Q362 720 372 790", "#7d9a5c", 13),
		tube(c, 800, 470, 560, 24),
		branchShadow(c, 1320, -60, 620, 136, 0.17),
		lighting(c),
	]),
	"dna-movement": scene(1200, 900, (c) => [
		backdrop(c, linear(c, { 0: "#e9e6d6", 0.5: "#f0e2c0", 1: "#e6c993" })),
		blurred(c, 40, circle(880, 230, 110, "#fff2cb")),
		circle(880, 230, 68, "#f4d27f", 'opacity="0.8"'),
		...["#bccab4", "#a1b597", "#829c79", "#64835f", "#486a4e"].map(
			(colour, index) =>
				hills(c, 470 + index * 105, 150, colour, 4 - index * 0.4) +
				blurred(c, 24, rectangle(-50, 520 + index * 105, 1300, 24, "#f6ecd0"), 0.28),
		),
		...(
			[
				[170, 668, 84],
				[238, 676, 62],
				[985, 640, 66],
				[1045, 648, 92],
				[1118, 652, 70],
			] as const
		).map(([x, y, height]) => blurred(c, 0.8, tree(c, x, y, height, "#5a7a55", 260))),
		path(
			c,
			[
				[700, 520, 4],
				[640, 570, 10],
				[730, 625, 20],
				[560, 690, 36],
				[640, 780, 66],
				[480, 920, 130],
			],
			"#e2cda0",
		),
		grass(c, 915, 90, 240, ["#3b5a41", "#5b7a50", "#7f9860"]),
		lighting(c, 0.7),
	]),
	"dna-sleep": scene(1200, 900, (c) => [
		backdrop(c, linear(c, { 0: "#26383f", 0.6: "#4b5d60", 1: "#807f78" })),
		texture(c, { fx: 0.004, fy: 0.008, octaves: 4, opacity: 0.12, colour: [0.8, 0.82, 0.8] }),
		blurred(c, 70, circle(800, 300, 200, "#f2e3b8"), 0.5),
		circle(800, 300, 118, radial(c, { 0: "#fffaf0", 0.7: "#f3e6c4", 1: "#dcc795" }, 0.5, 0.5, 0.6, 0.36, 0.34)),
		...(
			[
				[752, 340, 30],
				[796, 368, 17],
				[842, 258, 20],
				[812, 322, 9],
			] as const
		).map(([x, y, r]) => blurred(c, 6, ellipse(x, y, r, r * 0.8, "#c9b684"), 0.45)),
		...Array.from({ length: 46 }, () =>
			ellipse(
				c.between(0, 1200),
				c.between(0, 520),
				c.between(1, 2.6),
				c.between(1, 2.6),
				"#fbf3da",
				`opacity="${n(c.between(0.3, 0.9))}"`,
			),
		),
		blurred(c, 4, hills(c, 800, 90, "#3d504d", 3)),
		...(
			[
				[250, 960, 640, -116],
				[330, 970, 760, -103],
				[390, 990, 600, -92],
				[440, 980, 690, -82],
				[500, 990, 560, -72],
				[280, 990, 430, -108],
				[540, 990, 470, -60],
			] as const
		).map(([x, y, length, angle]) => sprig(c, x, y, length, angle, "lavender")),
		backdrop(c, radial(c, { 0: ["#f7e5b4", 0.25], 0.6: ["#0e1a1a", 0], 1: ["#0e1a1a", 0.4] }, 0.66, 0.33, 0.8)),
	]),
	"dna-complete": scene(1200, 900, (c) => [
		linen(c, 0, 0, 1200, 900, "#d9dccd"),
		...seedBowls(c),
		branchShadow(c, 1320, -60, 640, 136, 0.16),
		lighting(c),
	]),
	"commitment-listen": scene(800, 800, (c) => [
		wall(c, "#dcd9c9"),
		windowFrame(c, 240, 50, 320, 350),
		table(c, 640, "#b08a60"),
		chair(c, 200, 745, 1, clay),
		chair(c, 600, 745, -1, forest),
		lighting(c),
	]),
	"commitment-evidence": scene(800, 800, (c) => [
		wall(c, "#c9d1bf"),
		windowLight(c, 180, 20, 460, 420, 0.5),
		branchShadow(c, 880, 40, 420, 150, 0.2),
		table(c, 560, "#a87d53"),
		books(c, 400, 690, 520, ["#b4603a", "#e0d3b4", "#23493a", "#8a9b7c"], 74),
		leaf(c, 380, 400, 190, 74, -28, "#6b8a57", "basil"),
		lighting(c),
	]),
	"commitment-plain-prices": scene(800, 800, (c) => [
		wall(c, "#e0d8c2"),
		windowLight(c, 160, 30, 480, 430, 0.55),
		table(c, 580, "#a87d53"),
		...scales(c),
		lighting(c),
	]),
	"commitment-privacy": scene(800, 800, (c) => [
		wall(c, "#bfcab8"),
		windowLight(c, 120, 20, 460, 420, 0.5),
		branchShadow(c, 880, 20, 420, 148, 0.2),
		table(c, 540, "#b78d62"),
		box(c, 400, 690, 460, 220),
		lyingBranch(c, 150, 752, 420, -6, { leaves: 17, size: 78, bend: -14 }),
		lighting(c),
	]),
};

function grainsOnPlate(c: Canvas, x: number, y: number, r: number, colours: string[]): string {
	const round = oval(x, y, r);
	return clipped(
		c,
		round,
		grains(c, around(x, y, r), r * 0.062, colours, 1.25) +
			blurred(
				c,
				r * 0.1,
				stroke(`M${n(x - r)} ${n(y)}A${n(r)} ${n(r)} 0 0 1 ${n(x)} ${n(y - r)}`, "#1f160c", r * 0.24),
				0.55,
			) +
			circle(x, y, r, linear(c, { 0: ["#1a140c", 0.2], 0.6: ["#fff", 0], 1: ["#fff", 0.16] }, [1, 1])),
	);
}

function leafArrangement(c: Canvas): string[] {
	const olive = branch(c, 150, 1690, 1560, -76, { leaves: 33, size: 250, slim: 0.25, bend: 24, fruit: "#4a4453" });
	const sage = branch(c, 640, 1700, 1180, -96, {
		leaves: 25,
		size: 230,
		slim: 0.44,
		bend: 20,
		kind: "sage",
		colours: sageLeaves,
	});
	const young = branch(c, 1010, 1680, 980, -98, { leaves: 23, size: 200, slim: 0.26, bend: 26 });
	return [
		silhouette(c, olive + sage + young, { dx: 120, dy: 50, soft: 24, opacity: 0.3 }),
		blurred(c, 2.5, young),
		olive,
		sage,
		blurred(c, 16, branch(c, 1330, 1500, 620, -160, { leaves: 13, size: 260, slim: 0.34, bend: 24 }), 0.95),
	];
}

function envelope(c: Canvas, x: number, y: number, width: number, height: number, angle: number): string {
	const [w, h] = [width / 2, height / 2];
	const paper = "#f6efdf";
	const drawn = placed(
		[
			rectangle(-w, -h, width, height, linear(c, { 0: "#fffaf0", 1: "#e6dcc6" }, [1, 1]), 'rx="4"'),
			shape(`M${n(-w)} ${n(h)}L0 ${n(h * 0.02)}L${n(w)} ${n(h)}Z`, linear(c, { 0: "#efe5d0", 1: "#fbf4e6" })),
			blurred(c, 7, shape(`M${n(-w)} ${n(-h + 8)}L0 ${n(h * 0.3)}L${n(w)} ${n(-h + 8)}Z`, "#5d4c30"), 0.35),
			shape(
				`M${n(-w)} ${n(-h)}H${n(w)}L${n(w * 0.06)} ${n(h * 0.2)}Q0 ${n(h * 0.27)} ${n(-w * 0.06)} ${n(h * 0.2)}Z`,
				linear(c, { 0: "#fffcf4", 1: tone(paper, -0.03) }),
			),
			blurred(c, 4, ellipse(4, h * 0.2, 45, 43, "#4a2110"), 0.5),
			shape(
				smooth(
					Array.from(
						{ length: 17 },
						(_, index): Point => [
							Math.cos(index * 0.3927) * (index === 16 || index === 0 ? 44 : c.between(40, 48)),
							h * 0.16 + Math.sin(index * 0.3927) * (index === 16 || index === 0 ? 44 : c.between(40, 48)),
						],
					),
				),
				radial(c, { 0: "#d07a4e", 0.6: "#b4532a", 1: "#86391a" }, 0.5, 0.5, 0.6, 0.3, 0.25),
			),
			circle(0, h * 0.16, 30, "none", 'stroke="#8c3d1d" stroke-width="2.500"'),
			leaf(c, -3, h * 0.16 + 22, 42, 22, -75, "#8c3d1d", "basil"),
		].join(""),
		x,
		y,
		angle,
	);
	return withSilhouette(c, drawn, { dx: 14, dy: 20, soft: 14, opacity: 0.4 });
}

function cupFromAbove(c: Canvas, x: number, y: number, r: number): string {
	return [
		plate(c, x, y, r, "#ebe3d3"),
		silhouette(c, circle(x, y, r * 0.56, "#000"), { dx: 14, dy: 18, soft: 10, opacity: 0.45 }),
		stroke(
			smooth([
				[x + r * 0.5, y + r * 0.12],
				[x + r * 0.86, y + r * 0.22],
				[x + r * 0.8, y + r * 0.42],
				[x + r * 0.42, y + r * 0.36],
			]),
			"#d6ccb8",
			r * 0.09,
		),
		circle(x, y, r * 0.56, linear(c, { 0: "#fffaf0", 1: "#cfc3ab" }, [1, 1])),
		circle(x, y, r * 0.51, "#7b4720"),
		circle(x, y, r * 0.5, radial(c, { 0: "#b8702f", 0.8: "#96571f", 1: "#6a3b15" }, 0.5, 0.5, 0.5, 0.62, 0.64)),
		blurred(
			c,
			4,
			stroke(
				`M${n(x - r * 0.36)} ${n(y - r * 0.1)}A${n(r * 0.38)} ${n(r * 0.38)} 0 0 1 ${n(x - r * 0.05)} ${n(y - r * 0.37)}`,
				"#ffe8c4",
				r * 0.05,
			),
			0.8,
		),
	].join("");
}

function turnedVase(c: Canvas, x: number, y: number, height: number, colour: string): string {
	const r = height * 0.32;
	const outline: Point[] = [
		[0, r * 0.6],
		[height * 0.1, r * 0.8],
		[height * 0.4, r],
		[height * 0.66, r * 0.72],
		[height * 0.86, r * 0.42],
		[height * 0.94, r * 0.42],
		[height, r * 0.5],
	];
	return shadow(c, x, y, r * 1.9) + turned(c, x, y, outline, colour);
}

function spilled(c: Canvas, x: number, y: number, size: number, colours: string[], count: number): string {
	return Array.from({ length: count }, (_, index) => {
		const [px, py] = [x + c.between(-110, 130), y + c.between(-14, 26)];
		const colour = colours[index % colours.length] as string;
		return (
			ellipse(px + 5, py + 4, size * 1.2, size * 0.6, "#1f160c", 'opacity="0.4"') +
			ellipse(
				px,
				py,
				size * 1.15,
				size * 0.75,
				radial(c, { 0: tone(colour, 0.5), 0.5: colour, 1: tone(colour, -0.4) }, 0.45, 0.45, 0.6, 0.3, 0.25),
				rotated(c.between(-40, 40), px, py),
			)
		);
	}).join("");
}

function porridge(c: Canvas, x: number, y: number, r: number): string {
	const inner = r * 0.87;
	const round = oval(x, y, inner);
	const food = [
		circle(x, y, inner, radial(c, { 0: "#f1e4c8", 0.7: "#e6d5b1", 1: "#b9a176" })),
		texture(c, { fx: 0.03, fy: 0.03, octaves: 4, opacity: 0.22, colour: [0.45, 0.33, 0.16] }, around(x, y, inner)),
		texture(c, { fx: 0.04, fy: 0.04, octaves: 3, opacity: 0.2, colour: [1, 0.97, 0.88] }, around(x, y, inner)),
	];
	for (let index = 0; index < 34; index += 1) {
		const along = index / 34;
		const angle = 2.4 + along * 2.5;
		const distance = r * c.between(0.42, 0.72);
		food.push(
			berry(
				c,
				x + Math.cos(angle) * distance,
				y + Math.sin(angle) * distance,
				r * c.between(0.05, 0.068),
				index % 3 === 0 ? "#7f2038" : index % 3 === 1 ? "#3f4a72" : "#b3344a",
			),
		);
	}
	for (let index = 0; index < 130; index += 1) {
		const [turn, out] = [c.between(-0.75, 1.25), r * (0.5 + (c.random() + c.random() - 1) * 0.2)];
		const [px, py] = [x + Math.cos(turn) * out, y + Math.sin(turn) * out];
		const colour = ["#6f8a55", "#efe3c2", "#5c4630", "#c99d56"][index % 4] as string;
		food.push(
			ellipse(px + 2, py + 3, r * 0.024, r * 0.014, "#4a3a1e", 'opacity="0.4"'),
			ellipse(px, py, r * 0.023, r * 0.012, colour, rotated(c.between(0, 180), px, py)),
		);
	}
	const mint =
		leaf(c, x - r * 0.1, y - r * 0.18, r * 0.3, r * 0.18, 20, "#5f8a4e", "basil") +
		leaf(c, x - r * 0.1, y - r * 0.18, r * 0.26, r * 0.16, 110, "#76a05c", "basil");
	food.push(withSilhouette(c, mint, { dx: 5, dy: 8, soft: 6, opacity: 0.5 }));
	food.push(rimShade(c, x, y, inner, "#3a2a14", r * 0.14, r * 0.08));
	return plate(c, x, y, r, "#8fa394", true) + clipped(c, round, food.join(""));
}

function scatterBerries(c: Canvas, x: number, y: number, count: number): string[] {
	return Array.from({ length: count }, (_, index) =>
		berry(c, x + c.between(-90, 80), y + c.between(-70, 80), c.between(18, 24), index % 2 ? "#3f4a72" : "#b3344a"),
	);
}

function cabbage(c: Canvas, box: Box, colours: string[]): string {
	const strands = Array.from({ length: 190 }, () => {
		const [sx, sy] = [c.between(box.x - 20, box.x + box.width), c.between(box.y, box.y + box.height)];
		const colour = tone(c.pick(colours), c.between(-0.22, 0.24));
		return stroke(
			`M${n(sx)} ${n(sy)}q${n(c.between(10, 40))} ${n(c.between(-24, 24))} ${n(c.between(30, 80))} ${n(c.between(-14, 14))}`,
			colour,
			c.between(3, 8),
			'opacity="0.85"',
		);
	});
	return (
		rectangle(box.x, box.y, box.width, box.height, tone(colours[0] as string, -0.2)) +
		strands.join("") +
		rectangle(box.x, box.y, box.width, 7, tone(colours[2] as string, 0.4), 'opacity="0.8"')
	);
}

function soup(c: Canvas, x: number, y: number, r: number): string {
	const inner = r * 0.84;
	const round = oval(x, y, inner);
	const swirl: Point[] = Array.from({ length: 34 }, (_, index) => {
		const angle = index * 0.34;
		const distance = r * (0.05 + index * 0.0128);
		return [x - r * 0.06 + Math.cos(angle) * distance, y + r * 0.02 + Math.sin(angle) * distance * 0.92];
	});
	const food = [
		circle(x, y, inner, radial(c, { 0: "#96a662", 0.75: "#849653", 1: "#5f713c" }, 0.5, 0.5, 0.5, 0.6, 0.62)),
		texture(c, { fx: 0.035, fy: 0.035, octaves: 4, opacity: 0.1, colour: [0.2, 0.28, 0.06] }, around(x, y, inner)),
		blurred(c, 5, placed(stroke(smooth(swirl), "#4c6a2b", r * 0.06), 3, 5), 0.4),
		blurred(c, 2.5, stroke(smooth(swirl), "#f4eedc", r * 0.05), 0.95),
	];
	for (let index = 0; index < 60; index += 1) {
		const [angle, distance] = [c.between(0, 6.28), Math.sqrt(c.random()) * r * 0.5];
		const [px, py] = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
		food.push(
			ellipse(px + 2, py + 3, r * 0.02, r * 0.012, "#32471a", 'opacity="0.5"'),
			ellipse(px, py, r * 0.02, r * 0.011, index % 3 ? "#3d4f26" : "#d9b26a", rotated(c.between(0, 180), px, py)),
		);
	}
	const herb = [20, 95, 160, 250]
		.map((angle) => leaf(c, x + r * 0.3, y - r * 0.3, r * 0.2, r * 0.11, angle, "#557a42", "basil"))
		.join("");
	food.push(withSilhouette(c, herb, { dx: 4, dy: 7, soft: 5, opacity: 0.5 }));
	food.push(rimShade(c, x, y, inner, "#26350f", r * 0.11, r * 0.06));
	return plate(c, x, y, r * 1.24, "#d9ccb2") + plate(c, x, y, r, "#efe8d9", true) + clipped(c, round, food.join(""));
}

function figs(c: Canvas): string[] {
	const belly = (r: number): Point[] => [
		[0, r],
		[-r * 0.78, r * 0.66],
		[-r * 0.9, 0],
		[-r * 0.45, -r * 0.7],
	];
	const whole = (x: number, y: number, r: number, angle: number) => {
		const outline = smooth(mirrored([...belly(r), [-r * 0.1, -r * 1.2]]));
		const lines = Array.from({ length: 9 }, (_, index) =>
			stroke(`M0 ${n(-r * 1.1)}Q${n((index - 4) * r * 0.3)} 0 0 ${n(r)}`, "#8d7a96", 1.4, 'opacity="0.35"'),
		);
		const drawn = placed(
			shape(
				outline,
				radial(c, { 0: "#a796b0", 0.35: "#6a5273", 0.75: "#3d2a44", 1: "#241727" }, 0.46, 0.5, 0.62, 0.32, 0.34),
			) +
				clipped(c, outline, lines.join("") + blurred(c, 10, ellipse(0, -r * 1.05, r * 0.3, r * 0.24, "#8a9a5e"), 0.8)),
			x,
			y,
			angle,
		);
		return withSilhouette(c, drawn, { dx: 14, dy: 20, soft: 13, opacity: 0.5 });
	};
	const half = (x: number, y: number, r: number, angle: number) => {
		const outline = smooth(mirrored([...belly(r), [0, -r * 1.15]]));
		const seeds = Array.from({ length: 90 }, () => {
			const [a, d] = [c.between(0, 6.28), Math.sqrt(c.random())];
			return ellipse(
				Math.cos(a) * d * r * 0.56,
				r * 0.12 + Math.sin(a) * d * r * 0.56,
				r * 0.03,
				r * 0.022,
				c.random() > 0.4 ? "#f0cf93" : "#8d2f3c",
			);
		});
		const drawn = placed(
			[
				shape(outline, "#4b3352"),
				`<g transform="scale(0.94)">${shape(outline, "#efe2cd")}</g>`,
				ellipse(0, r * 0.1, r * 0.66, r * 0.68, radial(c, { 0: "#e2a08a", 0.5: "#c95a56", 1: "#a53b46" })),
				...seeds,
			].join(""),
			x,
			y,
			angle,
		);
		return withSilhouette(c, drawn, { dx: 12, dy: 18, soft: 12, opacity: 0.5 });
	};
	return [
		whole(480, 400, 84, -24),
		whole(740, 560, 88, 150),
		half(610, 545, 84, 14),
		half(690, 350, 80, 40),
		half(455, 575, 78, -50),
	];
}

function roundTable(c: Canvas): string[] {
	const [x, y, r] = [600, 450, 420];
	const parts = [
		silhouette(c, circle(x, y, r, "#000"), { dx: 30, dy: 36, soft: 24, opacity: 0.5 }),
		circle(x, y, r, "#8f673f"),
		clipped(
			c,
			oval(x, y, r - 8),
			rectangle(x - r, y - r, r * 2, r * 2, linear(c, { 0: "#d0a678", 1: "#a87c52" }, [1, 1])) +
				texture(c, { fx: 0.0025, fy: 0.06, octaves: 4, opacity: 0.3, colour: [0.25, 0.15, 0.07] }, around(x, y, r)),
		),
	];
	const colours = ["#e9e2d2", "#8fa394", "#e9e2d2", "#c98a62"];
	for (let place = 0; place < 4; place += 1) {
		const angle = place * 90 + 45;
		const [px, py] = polar(x, y, angle, 285);
		const at = (out: number): Point => polar(px, py, angle + 90, out);
		const [fx, fy] = at(128);
		const [kx, ky] = at(-128);
		parts.push(
			plate(c, px, py, 100, colours[place] as string),
			cutlery(c, fx, fy, 180, "fork", angle - 90),
			cutlery(c, kx, ky, 180, "knife", angle - 90),
		);
		const drawn = leaf(c, px - 40, py + 16, 92, 34, -20, greens[place] as string);
		parts.push(withSilhouette(c, drawn, { dx: 3, dy: 5, soft: 4, opacity: 0.4 }));
	}
	parts.push(bowlOfFood(c, x, y, 140));
	for (const angle of [0, 90, 180, 270]) {
		const [gx, gy] = polar(x, y, angle, 290);
		parts.push(
			silhouette(c, circle(gx, gy, 32, "#000"), { dx: 8, dy: 10, soft: 7, opacity: 0.35 }),
			circle(gx, gy, 32, "#e8efe6", 'opacity="0.75"'),
			circle(gx, gy, 27, linear(c, { 0: "#9db5a8", 1: "#e9f2ea" }, [1, 1]), 'opacity="0.9"'),
			blurred(c, 2, ellipse(gx - 10, gy - 10, 6, 4, "#fff"), 0.9),
		);
	}
	return parts;
}

function beetroot(c: Canvas, x: number, y: number, r: number): string {
	const leaves = [-150, -128, -105]
		.map((angle) =>
			branch(c, x, y - r * 1.6, r * 1.7, angle, {
				leaves: 5,
				size: r * 1.25,
				slim: 0.5,
				kind: "basil",
				stem: "#9c2f4e",
				bend: 16,
				colours: ["#4f6f45", "#5f8250", "#6a3a46"],
				spread: 34,
			}),
		)
		.join("");
	return (
		withSilhouette(c, leaves, { dx: 10, dy: 14, soft: 9, opacity: 0.45 }) +
		fruit(c, x, y, r, "#7a2342", { squash: 0.9, dimple: false, speckle: 1.6 }) +
		stroke(
			`M${n(x + r * 0.2)} ${n(y - r * 0.1)}q${n(r * 0.2)} ${n(r * 0.4)} ${n(r * 0.7)} ${n(r * 0.5)}`,
			"#5d1a32",
			r * 0.06,
		)
	);
}

function plantHalf(c: Canvas, left: number, fresh: boolean): string[] {
	const half: Canvas = { ...c, width: 800 };
	const colours = fresh ? ["#4f7d48", "#6b9a55", "#3f6a40", "#86b068"] : ["#9a9274", "#a89f82", "#857c60", "#b3a988"];
	const x = 400;
	const shapes = [
		wall(half, fresh ? "#dfe3cd" : "#c9c7bf"),
		fresh ? windowLight(half, 150, 10, 480, 440, 0.65) : "",
		table(half, 660, fresh ? "#b98f63" : "#96897a"),
		pot(half, x, 790, 250, fresh ? "#b8683f" : "#93796a"),
	];
	const stems = fresh ? [-128, -112, -98, -86, -72, -54] : [-150, -128, -96, -60, -32];
	for (const angle of stems) {
		const droop = fresh ? (angle + 90) * 0.5 : (angle < -90 ? -1 : 1) * (118 - Math.abs(angle + 90) * 0.6);
		shapes.push(
			branch(half, x + (angle + 90) * 0.5, 645, fresh ? c.between(330, 430) : c.between(270, 360), angle, {
				kind: "basil",
				leaves: fresh ? 15 : 9,
				size: fresh ? 112 : 104,
				slim: fresh ? 0.5 : 0.3,
				bend: droop,
				colours,
				stem: fresh ? "#6b8a4c" : "#857a5c",
				spread: fresh ? 54 : 34,
			}),
		);
	}
	if (!fresh) {
		for (const [px, py, angle] of [
			[590, 800, 12],
			[240, 815, 160],
			[660, 840, -20],
		] as const)
			shapes.push(
				silhouette(half, leaf(half, px, py, 90, 28, angle, "#a1977a", "basil"), {
					dx: 3,
					dy: 6,
					soft: 4,
					opacity: 0.45,
				}),
				leaf(half, px, py, 90, 28, angle, "#a1977a", "basil"),
			);
	}
	shapes.push(fresh ? lighting(half) : rectangle(0, 0, 800, 900, "#8b8d8c", 'opacity="0.2"'));
	return [clipped(c, `M${left} 0h800v900h-800z`, `<g transform="translate(${left} 0)">${shapes.join("")}</g>`)];
}

function helix(c: Canvas): string[] {
	const parts: { depth: number; drawn: string }[] = [];
	const count = 66;
	for (let index = 0; index <= count; index += 1) {
		const x = 90 + (1000 * index) / count;
		const middle = 560 - index * 3.4;
		const phase = index * 0.19;
		for (const strand of [0, Math.PI]) {
			const depth = Math.cos(phase + strand);
			const y = middle + Math.sin(phase + strand) * 190;
			const heading = Math.atan2(depth * 190 * 0.19 - 3.4, 1000 / count) * (180 / Math.PI);
			const size = 74 + depth * 22;
			const colour = strand ? mix("#b3c09c", "#55774a", (depth + 1) / 2) : mix("#dcbf93", "#b4603a", (depth + 1) / 2);
			parts.push({ depth, drawn: leaf(c, x, y, size, size * 0.36, heading + (index % 2 ? 34 : -34), colour, "olive") });
		}
		if (index % 4 === 1) {
			const reach = Math.sin(phase) * 190;
			const beads = Array.from({ length: 7 }, (_, bead) =>
				circle(
					x,
					middle + reach - (reach * 2 * (bead + 0.5)) / 7,
					4.5,
					bead < 3.5 === reach > 0 ? "#b58a5c" : "#7f9670",
				),
			);
			parts.push({
				depth: 0,
				drawn:
					stroke(`M${n(x)} ${n(middle + reach)}V${n(middle - reach)}`, "#b5a486", 3, 'opacity="0.75"') + beads.join(""),
			});
		}
	}
	const all = parts
		.toSorted((a, b) => a.depth - b.depth)
		.map((part) => part.drawn)
		.join("");
	return [withSilhouette(c, all, { dx: 36, dy: 48, soft: 16, opacity: 0.32 })];
}

function tube(c: Canvas, x: number, y: number, length: number, angle: number): string {
	const w = length * 0.15;
	const l = length / 2;
	const body = `M${n(-w / 2)} ${n(-l)}V${n(l - w / 2)}A${n(w / 2)} ${n(w / 2)} 0 0 0 ${n(w / 2)} ${n(l - w / 2)}V${n(-l)}Z`;
	const across = (stops: Stops) => linear(c, stops, [1, 0]);
	const drawn = placed(
		[
			shape(
				body,
				across({
					0: ["#a9bdb2", 0.9],
					0.14: ["#ffffff", 0.9],
					0.35: ["#eef4ef", 0.7],
					0.8: ["#dfe9e2", 0.7],
					1: ["#8fa89b", 0.95],
				}),
			),
			clipped(
				c,
				body,
				rectangle(-w / 2, l * 0.1, w, l, across({ 0: "#c98d3c", 0.3: "#eec071", 1: "#a86c22" }), 'opacity="0.85"') +
					ellipse(0, l * 0.1, w / 2, w * 0.1, "#f3d596"),
			),
			rectangle(-w / 2, -l * 0.62, w, l * 0.5, "#fbf8f2", 'opacity="0.92"'),
			...[0, 1, 2].map((row) =>
				rectangle(-w * 0.34, -l * (0.54 - row * 0.11), w * (0.66 - row * 0.14), l * 0.026, "#8b9a93", 'opacity="0.7"'),
			),
			rectangle(
				-w * 0.62,
				-l * 1.06,
				w * 1.24,
				l * 0.26,
				across({ 0: "#1a382c", 0.25: "#4d7a66", 0.6: "#23493a", 1: "#12261e" }),
				'rx="8"',
			),
			blurred(c, 3, rectangle(-w * 0.3, -l * 0.76, w * 0.1, l * 1.6, "#ffffff"), 0.75),
		].join(""),
		x,
		y,
		angle,
	);
	return withSilhouette(c, drawn, { dx: 18, dy: 24, soft: 14, opacity: 0.4 });
}

function seedBowls(c: Canvas): string[] {
	const kinds: [string, string[]][] = [
		["#b7653d", ["#efe3c2", "#e0d0a4", "#f7efd8"]],
		["#8fa394", ["#6f8a4b", "#87a25f", "#587340"]],
		["#e6dcc8", ["#6d3b26", "#84492f", "#552c1c"]],
		["#35594a", ["#e0a040", "#edb95f", "#c98829"]],
		["#d8b98a", ["#3b352c", "#57503f", "#2a251e"]],
	];
	return kinds
		.flatMap(([colour, seeds], index) => {
			const angle = ((index * 72 - 90) * Math.PI) / 180;
			const [x, y] = [600 + Math.cos(angle) * 275, 455 + Math.sin(angle) * 265];
			return [plate(c, x, y, 150, colour, true), grainsOnPlate(c, x, y, 129, seeds)];
		})
		.concat(
			(() => {
				const drawn = branch(c, 560, 540, 190, -60, { leaves: 9, size: 84 });
				return [withSilhouette(c, drawn, { dx: 6, dy: 9, soft: 6, opacity: 0.42 })];
			})(),
		);
}

function chair(c: Canvas, x: number, y: number, facing: number, colour: string): string {
	const wood = "#8a6340";
	const leg = (lx: number, top: number, foot: number) => stroke(`M${lx} ${top}L${lx + foot} 0`, tone(wood, -0.1), 13);
	const shapes = [
		leg(-70, -170, -8),
		leg(80, -170, 10),
		stroke("M-84 -395Q-62 -280 -66 -165", wood, 15),
		stroke("M-40 -165L-48 -20", tone(wood, -0.35), 11),
		stroke("M58 -165L62 -20", tone(wood, -0.35), 11),
		shape(
			"M-104 -400Q-40 -424 -18 -398Q-4 -300 -22 -246Q-60 -238 -88 -246Q-98 -330 -104 -400Z",
			linear(c, { 0: tone(colour, 0.3), 0.5: colour, 1: tone(colour, -0.25) }, [1, 0.4]),
		),
		shape(
			"M-92 -196Q0 -222 98 -196Q108 -176 98 -160Q0 -148 -90 -160Q-102 -178 -92 -196Z",
			linear(c, { 0: tone(colour, 0.35), 0.5: colour, 1: tone(colour, -0.35) }),
		),
	];
	return (
		blurred(c, 14, ellipse(x + 30, y + 2, 150, 20, "#2b2417"), 0.4) +
		`<g transform="translate(${x} ${y}) scale(${facing * 1.08} 1.08)">${shapes.join("")}</g>`
	);
}

function scales(c: Canvas): string[] {
	const brass = "#b08a45";
	const pan = (x: number, y: number) => [
		stroke(`M${x} 285L${x - 105} ${y}M${x} 285L${x + 105} ${y}`, "#8a6b34", 3),
		shape(
			`M${x - 112} ${y}Q${x} ${y + 74} ${x + 112} ${y}Z`,
			linear(c, { 0: tone(brass, 0.3), 0.4: brass, 1: tone(brass, -0.5) }, [1, 0.3]),
		),
		ellipse(x, y, 112, 16, linear(c, { 0: tone(brass, -0.2), 1: tone(brass, 0.4) }, [1, 0])),
	];
	return [
		shadow(c, 400, 690, 230),
		...pan(205, 540),
		pear(c, 180, 545, 130, "#b9b356"),
		pear(c, 243, 548, 108, "#c4b25a", { lean: 10 }),
		...pan(595, 540),
		fruit(c, 572, 548, 50, "#a9432d", { blush: "#6f211b" }),
		fruit(c, 640, 546, 42, "#a9b455", { blush: "#b8552f" }),
		stroke("M205 285Q400 250 595 285", "#8a6b34", 15),
		stroke("M205 281Q400 246 595 281", tone(brass, 0.4), 5),
		turned(
			c,
			400,
			690,
			[
				[0, 120],
				[16, 112],
				[30, 40],
				[60, 17],
				[330, 13],
				[400, 15],
				[428, 24],
				[450, 7],
			],
			brass,
			{ gloss: 0.4, closed: true },
		),
	];
}

function box(c: Canvas, x: number, y: number, width: number, height: number): string {
	const w = width / 2;
	const wood = "#9a6a42";
	const lid = height * 0.34;
	const top = y - height;
	return [
		shadow(c, x, y, width * 0.98),
		rectangle(
			x - w,
			top,
			width,
			height,
			linear(c, { 0: tone(wood, 0.22), 0.4: wood, 1: tone(wood, -0.38) }, [1, 0.3]),
			'rx="5"',
		),
		shape(
			`M${n(x - w)} ${n(top + 4)}l${n(width * 0.09)} ${n(-height * 0.3)}h${n(width * 0.82)}l${n(width * 0.09)} ${n(height * 0.3)}z`,
			linear(c, { 0: tone(wood, 0.42), 1: tone(wood, 0.08) }, [1, 0.4]),
		),
		clipped(
			c,
			`M${n(x - w)} ${n(top + 4)}l${n(width * 0.09)} ${n(-height * 0.3)}h${n(width * 0.82)}l${n(width * 0.09)} ${n(height * 0.3)}V${n(y)}H${n(x - w)}z`,
			texture(
				c,
				{ fx: 0.004, fy: 0.08, octaves: 4, opacity: 0.26, colour: [0.2, 0.1, 0.04] },
				{ x: x - w, y: top - height * 0.28, width, height: height * 1.28 },
			),
		),
		rectangle(x - w, top + lid, width, 4, tone(wood, -0.6), 'opacity="0.8"'),
		rectangle(x - w, top + lid + 4, width, 2, tone(wood, 0.4), 'opacity="0.5"'),
		rectangle(
			x - 26,
			top + lid - 24,
			52,
			62,
			linear(c, { 0: "#e0bf74", 0.5: "#b08a45", 1: "#75571f" }, [1, 1]),
			'rx="7"',
		),
		circle(x, top + lid + 2, 7, "#2c1f0c"),
		shape(`M${x - 3.5} ${n(top + lid + 4)}h7l3 20h-13z`, "#2c1f0c"),
	].join("");
}

/** In: a picture's name. Out: its SVG, the same at every run. */
export function drawScene(name: string): string {
	const scene = scenes[name];
	if (!scene) throw new Error(`There is no picture named ${name}`);
	let seed = 7;
	for (const letter of name) seed = (seed * 31 + letter.charCodeAt(0)) % 65521;
	const c = createCanvas(scene.width, scene.height, seed);
	const shapes = scene.draw(c);
	return toSvg(c, ...shapes);
}
