import { buildStep, runSteps, vitest } from "../tests/tools/steps.ts";

// `npm run nginx`: tries the configuration of docs/hosting.md with the nginx of this machine.

runSteps([buildStep, { name: "nginx", ...vitest("nginx") }]);
