/** Paths that a browser can misread as another host, when a script builds a URL by concatenating strings. */
export const hostilePaths = [
	"//evil.example/x",
	"///evil.example/x",
	"/\\evil.example",
	"/\\/evil.example",
	"/%2Fevil.example",
	"/%5Cevil.example",
	"/%09/evil.example",
	"/.//evil.example",
	"/https://evil.example",
];
