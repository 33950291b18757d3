import { runTask } from "./command.ts";
import { soak } from "./measure/soak.ts";
import { FaultsError } from "./shared/faults.ts";

await runTask(
	"soak",
	async ({ requests, rebuilds }) => {
		const { report, faults = [] } = await soak({ requests: Number(requests), rebuilds: Number(rebuilds) });
		console.log(report);
		if (faults.length > 0) throw new FaultsError(faults);
	},
	{ requests: { type: "string", default: "100000" }, rebuilds: { type: "string", default: "200" } },
);
