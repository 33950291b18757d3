import type { ReactNode } from "react";
import "./Notice.css";

/** Id of a notice. URLs with the parameter `?paid` or the fragment `#paid` show the notice with the id `paid`. */
type NoticeId = "subscribed" | "paid";

export function Notice({ id, children }: { id: NoticeId; children: ReactNode }) {
	return (
		<div id={id} className="notice" role="status">
			{children}
		</div>
	);
}
