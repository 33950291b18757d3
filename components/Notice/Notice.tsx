import type { ReactNode } from "react";
import { type NoticeId, noticeContract } from "./noticeContract.ts";
import "./Notice.css";

/** Notice for visitors who return from another site. */
export function Notice({ id, children }: { id: NoticeId; children: ReactNode }) {
	return (
		<noticeContract.element id={id} role="status">
			{children}
		</noticeContract.element>
	);
}
