/** Link that calls a phone number. Renders nothing without a number. */
export function PhoneLink({ phone, className }: { phone: string | undefined; className?: string }) {
	if (!phone) return null;
	return (
		<a href={`tel:${phone.replaceAll(" ", "")}`} className={className}>
			{phone.replaceAll(" ", "\u00a0")}
		</a>
	);
}
