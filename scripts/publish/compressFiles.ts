import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import pMap from "p-map";
import { listFiles } from "../shared/listFiles.ts";

/** Quality of Brotli: the highest, 11, takes twice the time for output that is 2 % smaller. */
const params = { [zlib.BROTLI_PARAM_QUALITY]: 10 };

/**
 * Writes compressed copies of each text file in a folder, beside the file.
 * @param previousFolder folder with an earlier state of the files, whose copies are used for unchanged files
 */
export async function compressFiles(folder: string, previousFolder = folder): Promise<void> {
	const files = await listFiles(folder);
	const texts = files.filter((file) => /\.(html|css|js|json|svg|txt|xml)$/.test(file));
	const compress = async (file: string): Promise<void> => {
		const [path, previous] = [join(folder, file), join(previousFolder, file)];
		const body = await readFile(path);
		const before = await readFile(previous).catch(() => undefined);
		if (previous !== path && before?.equals(body)) {
			for (const ending of [".br", ".gz"]) await copyFile(previous + ending, path + ending);
			return;
		}
		await writeFile(`${path}.br`, await promisify(brotliCompress)(body, { params }));
		await writeFile(`${path}.gz`, await promisify(gzip)(body));
	};
	// Node compresses in four threads. Each further file would be in memory without being compressed.
	await pMap(texts, compress, { concurrency: 4 });
}
