import { buildStep, runSteps, vitestCommand } from "../tests/tools/steps.ts";

// `npm run nginx`: tests scripts/server/nginx.conf with the installed nginx.

runSteps([buildStep, { name: "nginx", ...vitestCommand("nginx") }]);
