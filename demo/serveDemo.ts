import { startDemo } from "./startDemo.ts";

// When a port is in use, any free ports will do: the printed variables name them.
const demo = await startDemo({ contentfulPort: 4010, stripePort: 4011 }).catch((error: NodeJS.ErrnoException) => {
	if (error.code === "EADDRINUSE") return startDemo();
	throw error;
});
for (const [name, value] of Object.entries(demo.environment)) console.log(`${name}=${value}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void demo.close());
