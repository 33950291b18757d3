import type { ReactNode } from "react";
import { type NoticeId, noticeContract } from "./noticeContract.ts";
import "./Notice.css";

export function Notice({ id, children }: { id: NoticeId; children: ReactNode }) {
	return (
		<noticeContract.element id={id} role="status">
			{children}
		</noticeContract.element>
	);
}
