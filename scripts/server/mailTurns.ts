import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTurns, firstDay, type TakeTurn } from "../../api/http/mailTurns.ts";

/** Turns that are kept for a day. Nobody has a further one: so many in a day are no readers. */
const mostTurns = 10_000;

/** Keeps turns as files, which outlast a restart, in a folder that is made when there is something to keep. */
export function openTurns(folder: string, now = Date.now, most = mostTurns): TakeTurn {
	const store = {
		read: (key: string) => readFile(join(folder, key), "utf8").catch(ifCode("ENOENT", undefined)),
		async create(key: string, text: string) {
			const path = join(folder, key, "..");
			if (await mkdir(path, { recursive: true })) await forgetDays();
			if ((await readdir(path)).length >= most) throw new Error(`no more than ${most} mails a day are asked for.`);
			const written = writeFile(join(folder, key), text, { flag: "wx", mode: 0o600 });
			return written.then(() => true).catch(ifCode("EEXIST", false));
		},
		remove: (key: string) => rm(join(folder, key), { force: true }),
	};
	async function forgetDays() {
		const days = (await readdir(folder)).filter((name) => name < firstDay(now()));
		for (const name of days) await rm(join(folder, name), { recursive: true, force: true });
	}
	return createTurns(store, now);
}

/** Answers an error of this code, and throws every other. */
function ifCode<Answer>(code: string, answer: Answer) {
	return (error: NodeJS.ErrnoException): Answer => {
		if (error.code !== code) throw new Error(`the turns of mailboxes cannot be kept: ${error.code}`);
		return answer;
	};
}
