import { runTask } from "./command.ts";
import { medianOf } from "./measure/figures.ts";
import { measurePublications } from "./measure/publications.ts";

/** Milliseconds. */
const most = { median: 500, worst: 1000 };

// Run by hand: `node scripts/webhookToLive.ts [--times 20] [--latency 50]`.
await runTask(
	"webhookToLive",
	async ({ times, latency }) => {
		const took = await measurePublications(Number(times), Number(latency));
		const [median, worst] = [medianOf(took), Math.max(...took)];
		console.log(`Services that take ${latency} ms a request, ${took.length} times, from webhook to live in ms:`);
		console.log(took.map((time) => time.toFixed(0)).join(" "));
		const sum = `median ${median.toFixed(0)} (at most ${most.median}), worst ${worst.toFixed(0)} (at most ${most.worst})`;
		if (median >= most.median || worst >= most.worst) throw new Error(sum);
		console.log(sum);
	},
	{ times: { type: "string", default: "20" }, latency: { type: "string", default: "50" } },
);
