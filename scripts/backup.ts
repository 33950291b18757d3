import { parseProvisioning } from "../site/environment.server.ts";
import { runTask } from "./command.ts";
import { backupSpace } from "./space/backupSpace.ts";

const options = { to: { type: "string" } } as const;

/** Writes a whole space of Contentful, with its files, into one folder. */
const backUp = async ({ to }: { to?: string | undefined }) => {
	const folder = to ?? `backups/${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}`;
	const { entries, pictures, files } = await backupSpace(parseProvisioning(), { to: folder });
	console.log(`${entries} entries and ${pictures} pictures with ${files} files lie in ${folder}.`);
	console.log(`To fill an empty space from them: npm run provision -- --from ${folder}`);
};

await runTask("backup", backUp, options);
