import { startDemo } from "../../demo/startDemo.ts";
import { type Environment, parseEnvironment } from "../../site/environment.server.ts";

/**
 * Runs a task that needs Contentful and Stripe. For the demo, starts local servers that stand in for both services.
 * Demo content therefore passes through the same code as real content.
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
