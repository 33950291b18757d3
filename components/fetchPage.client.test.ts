// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { fetchPage } from "./fetchPage.client.ts";

afterEach(() => vi.unstubAllGlobals());

test("a page that times out has status 0 and no document", async () => {
	/** Simulated request that times out at once. */
	class LateRequest {
		status = 0;
		response = null;
		timeout = 0;
		onloadend = () => {};
		open(): void {}
		send(): void {
			if (this.timeout === 20_000) this.onloadend();
		}
	}
	vi.stubGlobal("XMLHttpRequest", LateRequest);
	expect(await fetchPage("/ru")).toEqual({ status: 0, page: null });
});
