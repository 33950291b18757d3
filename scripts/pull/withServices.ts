import { startDemo } from "../../demo/startDemo.ts";
import { type Environment, parseEnvironment } from "../../site/environment.server.ts";

/**
 * Runs a task with the services that the environment names. For the demo they are started on this machine first, so
 * that it goes through the same clients and code as any other content.
 */
export async function withServices<T>(
	environment: Environment,
	task: (environment: Environment) => Promise<T>,
): Promise<T> {
	if (!environment.demo) return task(environment);
	const demo = await startDemo();
	try {
		const { contentful, entryIds, stripe } = parseEnvironment({ ...demo.environment }, environment);
		return await task({ ...environment, contentful, entryIds, stripe });
	} finally {
		await demo.close();
	}
}
