import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { addPictures, multiplyDemo } from "./multiplyDemo.ts";
import { withFolder } from "./realSite.ts";
import { timeBuild } from "./timeBuild.ts";

// `node scripts/measure/coldPictures.ts`: builds a site with 60 photographs of 2 megapixels, once with nothing kept from
// earlier builds and once more, and prints what each took. The photographs are the demo's, scaled, and turned for more of them.

const count = 60;
const [width, height] = [1732, 1155];

await withFolder(async (root) => {
	const pictures = join(root, "pictures");
	await cp("demo/pictures", pictures, { recursive: true });
	const photographs = (await readdir("demo/pictures")).filter((name) => name.endsWith(".jpg")).sort();
	const demo = await addPictures(multiplyDemo(await readDemoSpace(), 1), count - photographs.length, pictures);
	const scale = (from: string, name: string, turn: boolean) =>
		sharp(from).flop(turn).resize(width, height).jpeg({ quality: 90 }).toFile(join(pictures, name));
	for (const name of photographs) await scale(join("demo/pictures", name), name, false);
	for (const [index, name] of photographs.slice(0, count - photographs.length).entries())
		await scale(join("demo/pictures", name), `drawn-${index + 1}.jpg`, true);
	const { environment, close } = await startDemo({ ...demo, pictures });
	const variables = { ...environment, SITE_URL: "https://bench.example" };
	try {
		for (const name of ["cold", "warm"]) {
			const { whole, memory } = await timeBuild(root, join(root, "cache"), variables);
			console.log(`${name}: ${whole.toFixed(1)} s, ${memory} MB at most in all processes together`);
		}
	} finally {
		await close();
	}
});
