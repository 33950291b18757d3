import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import type { Intercept } from "../../demo/loopbackService.ts";
import {
	type ProvisioningSettings,
	parseProvisioningSettings,
} from "../../environment/environment.server.ts";
import { listFaults } from "../../scripts/shared/faults.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";
import { type ManagedSpace, startManagement } from "./managementService.ts";

const token = "CFPAT-wire-management-token-77ab";

export const spaceId = "m4nagedspace";

/** Limits of the management client for tests: no throttle and short waits. */
const testClientLimits = { throttle: 0, retryLimit: 1, processingWaitMs: 10 };

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

type RunSettings = {
	log: (line: string) => void;
	confirm: (question: string) => Promise<boolean>;
	limits: typeof testClientLimits;
};

/**
 * Serves a space, and runs a task with it. Expects that the task discloses no secrets.
 * @param options `answer` is the answer to each question, by default yes
 */
export async function runWithSpace<Result>(
	space: ManagedSpace,
	options: SpaceOptions & { answer?: boolean },
	task: (given: ProvisioningSettings, settings: RunSettings) => Promise<Result>,
) {
	const { given, requests, writes } = await serveSpace(space, options);
	const log: string[] = [];
	const questions: string[] = [];
	const confirm = async (question: string) => {
		questions.push(question);
		return options.answer ?? true;
	};
	const settings = { log: (line: string) => log.push(line), confirm, limits: testClientLimits };
	const outcome = await task(given, settings).then(
		(result) => ({ result, faults: [] as string[] }),
		(error: unknown) => ({ result: undefined, faults: listFaults(error) }),
	);
	expect([...log, ...questions, ...outcome.faults].join("\n")).not.toMatch(/CFPAT|delivery-/);
	return { ...outcome, log: log.join("\n"), questions, requests, writes: writes() };
}

type ServedSpace = Awaited<ReturnType<typeof serveSpace>>;

/** Runs a command of the project in a process without a terminal. */
export function runSpaceCommand({ variables }: ServedSpace, ...command: string[]) {
	return promisify(execFile)(process.execPath, command, { env: isolatedEnvironment(variables) });
}
