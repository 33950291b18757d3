import { noticeContract } from "./noticeContract.ts";
import "./Notice.css";

/** Notice for visitors who have confirmed their subscription. `Notice.client.ts` shows it. */
export function Notice({ message }: { message: string }) {
	return (
		<noticeContract.element role="status" hidden>
			{message}
		</noticeContract.element>
	);
}
