import { startDemo } from "./startDemo.ts";

// If one of the two ports is in use, starts both services on any free ports. The environment variables printed below
// contain the ports in use.
const demo = await startDemo({ contentfulPort: 4010, stripePort: 4011 }).catch((error: NodeJS.ErrnoException) => {
	if (error.code === "EADDRINUSE") return startDemo();
	throw error;
});
for (const [name, value] of Object.entries(demo.environment)) console.log(`${name}=${value}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void demo.close());
