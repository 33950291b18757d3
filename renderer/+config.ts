// Vike's configuration: https://vike.dev/config
import type { Config } from "vike/types";

export default {
	// Pages are rendered at build time only. Browsers receive neither the page components nor their data.
	meta: {
		Page: { env: { server: true } },
	},
} satisfies Config;
