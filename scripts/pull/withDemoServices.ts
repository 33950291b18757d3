import { startDemo } from "../../demo/startDemo.ts";
import { type Environment, requireEnvironment } from "../../environment/environment.server.ts";

/** Runs a task that needs Contentful and Stripe. The demo uses local servers that stand in for both. */
export async function withDemoServices<T>(
	environment: Environment,
	task: (environmentWithServices: Environment) => Promise<T>,
): Promise<T> {
	if (!environment.demo) return task(environment);
	// `fetch` reads this variable at each request: no proxy reaches services on this machine.
	const { no_proxy } = process.env;
	process.env.no_proxy = "*";
	const demo = await startDemo();
	try {
		const { contentful, drafts, entryIds, stripe } = requireEnvironment(demo.environment);
		return await task({ ...environment, contentful, drafts, entryIds, stripe });
	} finally {
		await demo.close();
		if (no_proxy === undefined) delete process.env.no_proxy;
		else process.env.no_proxy = no_proxy;
	}
}
