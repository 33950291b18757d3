import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import { parseProvisioningSettings } from "../../environment/environment.server.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { type ManagedSpace, startManagement } from "./managementService.ts";

const token = "CFPAT-wire-management-token-77ab";

export const spaceId = "m4nagedspace";

/** Limits of the management client for tests: no throttle and short waits. */
export const testClientLimits = { throttle: 0, retryLimit: 1, processingWaitMs: 10 };

export type SpaceOptions = {
	intercept?: Intercept | undefined;
	/** Environment variables for the project's commands, in addition to the variables that `serveSpace` sets. */
	environment?: Record<string, string | undefined> | undefined;
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
		CONTENTFUL_MANAGEMENT_URL: service.url,
		CONTENTFUL_SPACE_ID: spaceId,
		SITE_URL: "https://clinic.example",
		...environment,
	};
	return {
		variables,
		given: parseProvisioningSettings(variables),
		requests: service.requests,
		writes: () => service.requests.filter((line) => !/^GET/.test(line)),
	};
}

type ServedSpace = Awaited<ReturnType<typeof serveSpace>>;

/** Runs a command of the project in a process without a terminal. */
export function runSpaceCommand({ variables }: ServedSpace, ...command: string[]) {
	return promisify(execFile)(process.execPath, command, { env: isolatedEnvironment(variables) });
}
