import { buildStep, runSteps, vitest } from "../tests/tools/steps.ts";

// `npm run nginx`: tests the configuration of docs/hosting.md with the installed nginx.

runSteps([buildStep, { name: "nginx", ...vitest("nginx") }]);
