import { isolateProcess } from "../tests/tools/isolation.ts";
import { runTask } from "./command.ts";
import { soak } from "./measure/soak.ts";
import { FaultsError } from "./shared/faults.ts";

await isolateProcess();
await runTask(
	"soak",
	async (options) => {
		const [requests, rebuilds] = [Number(options.requests), Number(options.rebuilds)];
		if (!(requests > 0 && rebuilds > 0)) throw new Error("--requests and --rebuilds take a number each.");
		const { report, faults = [] } = await soak({ requests, rebuilds });
		console.log(report);
		if (faults.length > 0) throw new FaultsError(faults);
	},
	{ requests: { type: "string", default: "100000" }, rebuilds: { type: "string", default: "200" } },
);
