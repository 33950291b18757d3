import { runCommand } from "./command.ts";
import { serveInDevelopment } from "./server/serveInDevelopment.ts";

await runCommand("dev", (environment) => serveInDevelopment(environment));
// Vite keeps its watchers.
process.exit();
