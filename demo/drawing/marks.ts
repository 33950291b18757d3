/** Out: the logo: two leaves and the word, as paths in greens that hold on light paper and on dark backgrounds. */
export function logo(): string {
	// The letters are drawn as lines, so the mark needs no font.
	const letters = [
		"M0 30V12m0 6c1-5 5-7 8-7 5 0 6 4 6 7v12m0-12c1-5 5-7 8-7 5 0 6 4 6 7v12",
		"M46 11a9.5 9.5 0 1 0 .01 0z",
		"M65 30V12m0 7c1-5 5-8 10-7.4",
		"M82 30V12m0 7c1-5 5-8 10-7.4",
		"M106.5 11a9.5 9.5 0 1 0 .01 0z",
		"M121 12l6.5 18 6.5-17 6.5 17 6.5-18",
		"M156 2v28",
		"M164 21h17c0-6-3.5-10-8.5-10a9.5 9.5 0 1 0 7 16",
		"M202 14.5c-5.5-5.7-15-2.5-15 6 0 9 10.5 11.5 15 5.5m1-14v18",
		"M222 3.5c-5-3-8.5 0-8.5 5v21.5m-5-16.5h11.5",
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="304" height="64" viewBox="0 0 304 64" fill="none" stroke-linecap="round"><title>Morrowleaf</title><g transform="translate(4 2)"><path fill="#8CA882" d="M30 58c-1-14-10-24-26-27 1 15 9 24 26 27z"/><path fill="#5F8F6E" d="M30 58c-6-18 0-42 22-54 8 24 0 44-22 54z"/><path stroke="#DDE8D2" stroke-width="1.7" d="M30 58c3-16 10-32 20-49M30 58c-6-10-13-18-22-24"/></g><path stroke="#5F8F6E" stroke-width="3.4" stroke-linejoin="round" transform="translate(74 18)" d="${letters.join("")}"/></svg>\n`;
}

const icons = {
	photos:
		'<rect x="7" y="13" width="34" height="25" rx="5"/><path d="M17 13l3-5h8l3 5"/><circle cx="24" cy="25.5" r="7"/><path d="M35 19h.01"/>',
	films: '<rect x="6" y="11" width="36" height="26" rx="6"/><path d="M20.5 18.5v11l9-5.5z" fill="#7A8F6B"/>',
	messages:
		'<path d="M8 12h32a3 3 0 0 1 3 3v17a3 3 0 0 1-3 3H24l-10 7v-7H8a3 3 0 0 1-3-3V15a3 3 0 0 1 3-3z"/><path d="M14 20h20M14 27h12"/>',
	podcast:
		'<rect x="17.5" y="6" width="13" height="21" rx="6.5"/><path d="M10 22c0 8 6 13 14 13s14-5 14-13M24 35v7M17 42h14"/>',
};

/** The icons there are. */
export type IconName = keyof typeof icons;

/** Out: a social icon in a mid green that is seen on light and on dark. */
export function icon(name: IconName): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48"><title>${name}</title><g fill="none" stroke="#7A8F6B" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${icons[name]}</g></svg>\n`;
}
