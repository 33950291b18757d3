// https://vike.dev/config
import type { Config } from "vike/types";

export default {
	// Pages are rendered to HTML alone: nothing of them, and no data, goes to the browser.
	meta: {
		Page: { env: { server: true } },
	},
} satisfies Config;
