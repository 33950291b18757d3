import { runSiteCommand } from "./command.ts";
import { serveInDevelopment } from "./server/serveInDevelopment.ts";

await runSiteCommand("dev", (environment) => serveInDevelopment(environment));
// Ends the process, because Vite's file watchers would keep it alive.
process.exit();
