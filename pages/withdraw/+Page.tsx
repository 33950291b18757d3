import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";

/** Form for withdrawing from a contract. `api/withdrawal.ts` responds with its second step. */
export function Page({ content }: { content: Snapshot }) {
	const { locale } = content;
	const text = words[locale];
	return (
		<section>
			<h1>{text.withdraw}</h1>
			<p className="lead">{text.withdrawalLead}</p>
			<form action="/api/withdraw" method="post">
				<input type="hidden" name="locale" value={locale} />
				{(["name", "contract", "email"] as const).map((name) => (
					<p key={name}>
						<label htmlFor={`withdrawal-${name}`}>{text[name]}</label>
						<input
							id={`withdrawal-${name}`}
							type={name === "email" ? "email" : "text"}
							name={name}
							autoComplete={name === "contract" ? "off" : name}
							required
						/>
					</p>
				))}
				<p>
					<button type="submit" className="button">
						{text.withdrawalCheck}
					</button>
				</p>
			</form>
			<ContactButtons content={content} />
		</section>
	);
}
