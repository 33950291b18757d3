// https://vike.dev/config
import type { Config } from "vike/types";

export default {
	// Pages are rendered to HTML only. Neither their components nor their data are sent to browsers.
	meta: {
		Page: { env: { server: true } },
	},
} satisfies Config;
