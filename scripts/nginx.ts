import { buildStep, runSteps, vitestCommand } from "../tests/tools/steps.ts";

// `npm run nginx`: tests the configuration in docs/hosting.md with the installed nginx.

runSteps([buildStep, { name: "nginx", ...vitestCommand("nginx") }]);
