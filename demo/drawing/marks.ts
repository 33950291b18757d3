/** Out: the logo: two leaves and the word, as paths in greens that hold on light paper and on dark backgrounds. */
export function logo(): string {
	// The letters are drawn as lines, so the mark needs no font.
	const letters = [
		"M0 30V12M0 18C1 13 5 11 8 11C13 11 14 15 14 18V30M14 18C15 13 19 11 22 11C27 11 28 15 28 18V30",
		"M46 11a9.5 9.5 0 1 0 .01 0z",
		"M65 30V12M65 19C66 14 70 11 75 11.6",
		"M82 30V12M82 19C83 14 87 11 92 11.6",
		"M106.500 11a9.500 9.500 0 1 0 .01 0z",
		"M121 12L127.500 30L134 13L140.500 30L147 12",
		"M156 2V30",
		"M164 21H181C181 15 177.500 11 172.500 11A9.500 9.500 0 1 0 179.500 27",
		"M202 14.500C196.500 8.800 187 12 187 20.500C187 29.500 197.500 32 202 26M203 12V30",
		"M222 3.500C217 .5 213.500 3.500 213.500 8.500V30M208.500 13.500H220",
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="304" height="64" viewBox="0 0 304 64"><title>Morrowleaf</title><g transform="translate(4 2)"><path d="M30 58C29 44 20 34 4 31C5 46 13 55 30 58Z" fill="#8CA882"/><path d="M30 58C24 40 30 16 52 4C60 28 52 48 30 58Z" fill="#5F8F6E"/><path d="M30 58C33 42 40 26 50 9" fill="none" stroke="#DDE8D2" stroke-width="1.800" stroke-linecap="round"/><path d="M30 58C24 48 17 40 8 34" fill="none" stroke="#DDE8D2" stroke-width="1.600" stroke-linecap="round"/></g><g transform="translate(74 18)" fill="none" stroke="#5F8F6E" stroke-width="3.400" stroke-linecap="round" stroke-linejoin="round">${letters.map((letter) => `<path d="${letter}"/>`).join("")}</g></svg>\n`;
}

const icons = {
	photos:
		'<rect x="7" y="13" width="34" height="25" rx="5"/><path d="M17 13l3-5h8l3 5"/><circle cx="24" cy="25.500" r="7"/><path d="M35 19h.01"/>',
	films: '<rect x="6" y="11" width="36" height="26" rx="6"/><path d="M20.500 18.500v11l9-5.500z" fill="#7A8F6B"/>',
	messages:
		'<path d="M8 12h32a3 3 0 0 1 3 3v17a3 3 0 0 1-3 3H24l-10 7v-7H8a3 3 0 0 1-3-3V15a3 3 0 0 1 3-3z"/><path d="M14 20h20M14 27h12"/>',
	podcast:
		'<rect x="17.500" y="6" width="13" height="21" rx="6.500"/><path d="M10 22c0 8 6 13 14 13s14-5 14-13M24 35v7M17 42h14"/>',
};

/** The icons there are. */
export type IconName = keyof typeof icons;

/** Out: a social icon in a mid green that is seen on light and on dark. */
export function icon(name: IconName): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48"><title>${name}</title><g fill="none" stroke="#7A8F6B" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${icons[name]}</g></svg>\n`;
}
