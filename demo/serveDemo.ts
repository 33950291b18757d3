import { startDemo } from "./startDemo.ts";

// If port 4010 or 4011 is taken, both services start on free ports.
const demo = await startDemo({ contentfulPort: 4010, stripePort: 4011 }).catch((error: NodeJS.ErrnoException) => {
	if (error.code === "EADDRINUSE") return startDemo();
	throw error;
});
for (const [name, value] of Object.entries(demo.environment)) console.log(`${name}=${value}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void demo.close());
