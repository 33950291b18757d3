import { expect, onTestFinished } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import {
	type ProvisioningSettings,
	parseProvisioningSettings,
} from "../../environment/environment.server.ts";
import { listFaults } from "../../scripts/shared/faults.ts";
import { type ManagedSpace, startManagement } from "./managementService.ts";

const token = "CFPAT-wire-management-token-77ab";

export const spaceId = "m4nagedspace";

export type SpaceOptions = {
	intercept?: Intercept;
	/** Environment variables, in addition to the variables that `serveSpace` sets. */
	environment?: Record<string, string | undefined>;
	/** Answer to each question. Default: yes. */
	answer?: boolean;
	/** Vitest hook in which the stand-in for Contentful is stopped. Default: `onTestFinished`. */
	atEnd?: (task: () => Promise<void>) => void;
};

/** Starts a stand-in for Contentful's Management API that serves a space. */
export async function serveSpace(
	space: ManagedSpace,
	{ intercept, environment, atEnd = onTestFinished }: SpaceOptions = {},
) {
	const service = await startManagement({ space, spaceId, token, intercept });
	atEnd(() => service.close());
	const variables = {
		CONTENTFUL_MANAGEMENT_TOKEN: token,
		CONTENTFUL_API_URL: service.url,
		CONTENTFUL_SPACE_ID: spaceId,
		SITE_URL: "https://clinic.example",
		...environment,
	};
	const readWrites = () => service.requests.filter((line) => !line.startsWith("GET"));
	return { variables, readWrites };
}

type RunOptions = { log: (line: string) => void; confirm: () => Promise<boolean> };

/** Serves a space, and runs a task with it. Expects that the task discloses no secrets. */
export async function runWithSpace<Result>(
	space: ManagedSpace,
	options: SpaceOptions,
	task: (settings: ProvisioningSettings, options: RunOptions) => Promise<Result>,
) {
	const { variables, readWrites } = await serveSpace(space, options);
	const log: string[] = [];
	const confirm = async () => options.answer ?? true;
	const settings = parseProvisioningSettings(variables);
	const outcome = await task(settings, { log: (line) => log.push(line), confirm }).then(
		(result) => ({ result, faults: [] as string[] }),
		(error: unknown) => ({ result: undefined, faults: listFaults(error) }),
	);
	expect([...log, ...outcome.faults].join("\n")).not.toMatch(/CFPAT|delivery-/);
	return { ...outcome, log: log.join("\n"), writes: readWrites() };
}
