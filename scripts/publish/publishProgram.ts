import type { Environment } from "../../environment/environment.server.ts";
import { listFaults } from "../shared/faults.ts";
import { publishVersion, type VersionOptions } from "./publishVersion.ts";
import { Versions } from "./Versions.ts";

type Publication = [Environment, folder: string, Omit<VersionOptions, "log">];

// Separate program that publishes versions, so that visitors of the server do not wait for it.
process.on("message", async ([environment, folder, options]: Publication) => {
	const versions = new Versions(folder);
	const publication = publishVersion(environment, versions, { ...options, log: console.log });
	const result = await publication.then(
		(delivery) => ({ delivery }),
		(error) => ({ faults: listFaults(error) }),
	);
	process.send?.(result);
});
// Terminals and systemd also send the server's signals to this process. Only the server decides when a publication ends.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
// Ends with the server at once, because the next server publishes into the same folder.
process.on("disconnect", () => process.exit());
