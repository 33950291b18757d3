import { readFile } from "node:fs/promises";

type LockedPackage = { version: string; license?: string; dev?: boolean; devOptional?: boolean };

/**
 * The packages under each licence, by the lockfile.
 * @param omit `dev` leaves out what only checks the site
 */
export async function listLicences(omit: "dev" | "none"): Promise<Map<string, string[]>> {
	const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
	const byLicence = new Map<string, Set<string>>();
	for (const [path, found] of Object.entries<LockedPackage>(packages)) {
		if (path === "" || (omit === "dev" && (found.dev || found.devOptional))) continue;
		const name = `${path.split("node_modules/").at(-1)} ${found.version}`;
		const licence = found.license ?? "none given";
		byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(name));
	}
	const sorted = [...byLicence].sort(([, a], [, b]) => b.size - a.size);
	return new Map(sorted.map(([licence, names]) => [licence, [...names].sort()]));
}
