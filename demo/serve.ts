import { createServer } from "node:net";
import { startDemo } from "./startDemo.ts";

/** Out: the first port from `from` on that nobody listens to. */
async function freePort(from: number): Promise<number> {
	for (let port = from; port < 65536; port += 1) {
		const free = await new Promise<boolean>((resolve) => {
			const probe = createServer();
			probe.once("error", () => resolve(false));
			probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
		});
		if (free) return port;
	}
	throw new Error(`No free port from ${from} on`);
}

const contentfulPort = await freePort(4010);
const stripePort = await freePort(Math.max(4011, contentfulPort + 1));
const demo = await startDemo({ contentfulPort, stripePort });
for (const [name, value] of Object.entries(demo.environment)) console.log(`${name}=${value}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void demo.close());
