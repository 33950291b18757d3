import { runTask } from "./command.ts";
import { expectPerfectScores } from "./measure/perfectScores.ts";

await runTask("lighthouse", () => expectPerfectScores(console.log), {});
