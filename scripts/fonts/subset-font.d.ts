// https://github.com/papandreou/subset-font#readme: it brings no types.
declare module "subset-font" {
	type Options = {
		targetFormat?: "woff2" | "woff" | "truetype";
		noHinting?: boolean;
		keepFeatures?: string[];
		dropTables?: string[];
	};
	// biome-ignore lint/style/noDefaultExport: it declares the package as it is published
	export default function subsetFont(font: Buffer, characters: string, options?: Options): Promise<Buffer>;
}
