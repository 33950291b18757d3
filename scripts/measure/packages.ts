import { exec } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FaultsError } from "../shared/faults.ts";

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

/**
 * Writes the packages that the site is made with into a folder, as a CycloneDX list. Those that only check it are not in it: npm makes
 * no list of packages that others ask for by a tag (`latest`), as Lighthouse's do.
 * @returns the file
 * @throws FaultsError with what npm says
 */
export async function writePackageList(folder: string): Promise<string> {
	const list = await npm("sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev");
	const { bomFormat, error } = JSON.parse(list);
	if (bomFormat !== "CycloneDX") throw new FaultsError([`npm makes no list of the packages: ${describeError(error)}.`]);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, "packages.cdx.json"), list);
	return join(folder, "packages.cdx.json");
}

/**
 * Checks the signatures and origins of all installed packages, as the registry gives them: https://docs.npmjs.com/verifying-registry-signatures
 * @returns a sentence for people
 * @throws FaultsError when one is wrong or missing, or when they cannot be checked
 */
export async function checkSignatures(): Promise<string> {
	const { error, invalid, missing } = JSON.parse(await npm("audit", "signatures"));
	if (!invalid || !missing) {
		throw new FaultsError([
			`The packages' signatures could not be checked, so that nothing is known of them: ${describeError(error)}. npm needs registry.npmjs.org and tuf-repo-cdn.sigstore.dev.`,
		]);
	}
	const describe = (word: string) => (found: { name: string; version: string }) =>
		`${found.name} ${found.version}: its signature is ${word}. Do not use it before you know why.`;
	const faults = [...invalid.map(describe("wrong")), ...missing.map(describe("missing"))];
	if (faults.length > 0) throw new FaultsError(faults);
	return "Each package that is installed has the signature of the registry.";
}

const describeError = (error: { summary?: string; detail?: string } | undefined) =>
	[error?.summary, error?.detail?.split("\n")[0]].filter(Boolean).join(", ").replace(/\.$/, "") || "no reason given";

/** What npm prints, JSON also when it fails. */
async function npm(...flags: string[]): Promise<string> {
	const command = ["npm", ...flags, "--json", "--loglevel=silent"].join(" ");
	const asked = promisify(exec)(command, { maxBuffer: 64 * 1024 * 1024 });
	const { stdout } = await asked.catch((failure: { stdout: string }) => failure);
	return stdout || "{}";
}
