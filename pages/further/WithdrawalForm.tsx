import type { Locale } from "../../content/locales.ts";
import { words } from "../../content/words.ts";
import "../../components/forms.css";

/** Form for withdrawing from a contract. `api/withdrawal.ts` responds with its second step. */
export function WithdrawalForm({ locale }: { locale: Locale }) {
	const text = words[locale];
	return (
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
					{text.proceed}
				</button>
			</p>
		</form>
	);
}
