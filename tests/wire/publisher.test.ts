import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPublisher } from "../../scripts/publish/createPublisher.ts";
import { Versions } from "../../scripts/publish/Versions.ts";
import { createDeliveryCheck } from "../../scripts/pull/contentful/createDeliveryCheck.ts";
import { hashCode } from "../../scripts/render/hashCode.ts";
import { createCompleteContent, ids } from "../testContent.ts";
import { makeCacheFolder } from "./liveSite.ts";
import { shortLimits, startServices } from "./services.ts";

/** Starts services that can be held up, and a publisher of their content. */
async function startPublisher() {
	const content = createCompleteContent();
	const hold = {
		isOn: false,
		isReached: Promise.withResolvers<void>(),
		end: Promise.withResolvers<boolean>(),
	};
	const { environment } = await startServices(content, {
		misbehave: () => {
			if (hold.isOn) hold.isReached.resolve();
			return hold.isOn ? hold.end.promise : false;
		},
	});
	const cacheFolder = await makeCacheFolder();
	const versions = new Versions(join(cacheFolder, "versions"));
	const options = { log: () => {}, limits: shortLimits, cacheFolder, codeHash: await hashCode() };
	const publisher = createPublisher();
	return { content, hold, versions, publish: () => publisher(environment, versions, options) };
}

/** Sends a signal to the publisher's process. */
function signalPublisher(signal: "KILL" | "INT" | "TERM"): void {
	execFileSync("pkill", [`-${signal}`, "-P", String(process.pid), "-f", "publishProgram"]);
}

test("a publisher's process publishes, and returns what was delivered", async () => {
	const { versions, publish } = await startPublisher();
	const isDelivered = createDeliveryCheck(await publish());
	expect(versions.findLive()).toBeDefined();
	const state = { type: "entry", id: ids.home, deletedAt: undefined } as const;
	expect([1, 99].map((revision) => isDelivered({ ...state, revision }))).toEqual([true, false]);
});

test("a publisher's process returns the findings that stop it", async () => {
	const { content, publish } = await startPublisher();
	content.set("about", "title", {});
	await expect(publish()).rejects.toMatchObject({
		faults: [expect.objectContaining({ places: expect.anything() })],
	});
});

test("a publication that is killed fails, and the next succeeds", async () => {
	const { hold, versions, publish } = await startPublisher();
	hold.isOn = true;
	const killed = expect(publish()).rejects.toThrow("The process that publishes has ended");
	await hold.isReached.promise;
	signalPublisher("KILL");
	await killed;
	hold.isOn = false;
	await publish();
	expect(versions.findLive()).toBeDefined();
});

test.each(["INT", "TERM"] as const)("a publication outlives SIG%s", async (signal) => {
	const { hold, versions, publish } = await startPublisher();
	hold.isOn = true;
	const published = publish();
	await hold.isReached.promise;
	signalPublisher(signal);
	hold.end.resolve(false);
	await published;
	expect(versions.findLive()).toBeDefined();
});
