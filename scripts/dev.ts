import { runCommand } from "./command.ts";
import { serveInDevelopment } from "./server/serveInDevelopment.ts";

await runCommand("dev", (environment) => serveInDevelopment(environment));
// Vite's file watchers would keep the process alive.
process.exit();
