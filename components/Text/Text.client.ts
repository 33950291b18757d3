// Leaves out of what visitors copy the soft hyphens that `hyphenation.ts` adds.
document.addEventListener("copy", (event) => {
	const text = String(getSelection());
	if (!text.includes("\u00ad")) return;
	event.preventDefault();
	event.clipboardData?.setData("text/plain", text.replaceAll("\u00ad", ""));
});
