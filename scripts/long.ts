import { findBrowser } from "../tests/tools/browser.ts";
import { runSteps, vitestCommand } from "../tests/tools/steps.ts";

// `npm run long`: runs the tests that are slow by design, and the property tests with many inputs.

// Installs a missing browser now, because `runSteps` blocks network access.
await findBrowser().catch(() => {});
runSteps([{ name: "long tests", ...vitestCommand("long") }]);
