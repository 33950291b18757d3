import { exec } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";

/** https://cyclonedx.org/docs/1.5/json/ */
const licence = z.union([
	z.object({ license: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]) }),
	z.object({ expression: z.string() }),
]);
const billOfMaterials = z.object({
	components: z.array(z.object({ name: z.string(), version: z.string(), licenses: z.array(licence).default([]) })),
});

/**
 * The packages under each licence, by npm's own bill of materials for the lockfile.
 * @param omit `dev` leaves out what only checks the site
 */
export async function listLicences(omit: "dev" | "none"): Promise<Map<string, string[]>> {
	const command = `npm sbom --package-lock-only --sbom-format=cyclonedx${omit === "dev" ? " --omit=dev" : ""}`;
	const { stdout } = await promisify(exec)(command, { maxBuffer: 64 * 1024 * 1024 });
	const byLicence = new Map<string, string[]>();
	for (const { name, version, licenses } of billOfMaterials.parse(JSON.parse(stdout)).components) {
		const names = licenses.map((given) =>
			"expression" in given ? given.expression : "id" in given.license ? given.license.id : given.license.name,
		);
		const key = names.join(", ") || "none given";
		byLicence.set(key, [...(byLicence.get(key) ?? []), `${name} ${version}`].sort());
	}
	return new Map([...byLicence].sort(([, a], [, b]) => b.length - a.length));
}
