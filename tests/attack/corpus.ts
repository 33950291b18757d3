/** Texts that would be markup, code, another header or another line if they were taken for more than text. All call `attack()`. */
export const hostileTexts = [
	"<script>attack()</script>",
	"</title><script>attack()</script>",
	"</script><script>attack()</script>",
	"</textarea></noscript></template></site-carousel></main></body></html><script>attack()</script>",
	"<![CDATA[<script>attack()</script>]]>",
	"<?php attack() ?><!doctype html [<!ENTITY x 'y'>]>",
	'"><img src=x onerror=attack()>',
	"'><img src=x onerror='attack()'>",
	'" autofocus onfocus="attack()" onpointerenter="attack()" x="',
	"<svg onload=attack()><script>attack()</script></svg>",
	"<math><mtext><mglyph><style><img src=x onerror=attack()></style></mglyph></mtext></math>",
	'<iframe srcdoc="<script>parent.attack()</script>"></iframe>',
	'<object data="javascript:attack()"></object><embed src="javascript:attack()">',
	'<base href="https://evil.example/"><link rel=stylesheet href=//evil.example/a.css>',
	'<meta http-equiv=refresh content="0;url=javascript:attack()">',
	'<a href="javascript:attack()" id="content">x</a>',
	// biome-ignore lint/suspicious/noTemplateCurlyInString: to be taken for one
	"{{constructor.constructor('attack()')()}} ${attack()} <%= attack() %> #{attack()}",
	"$& $1 $$ $` $' {page} {count} %s %00 %0d%0a",
	"&lt;script&gt;attack()&lt;/script&gt; &#60;script&#62; &quot;&apos;&amp;amp;",
	"\\u003cscript\\u003eattack()\\u003c/script\\u003e \\x3cscript\\x3e \\",
	"javascript:attack()",
	"__proto__ constructor toString",
	"line\r\nSet-Cookie: a=b\r\n\r\n<script>attack()</script>",
	"separators\u2028attack()\u2029attack()",
	"direction \u202egnp.exe\u202c \u2066isolated\u2069 \u202d",
	"nothing \u200b\ufeff to see",
	"controls \u0000\u0008\u000b\u001b[2J\u001b]0;attack\u0007\u007f\u009b31m",
	"halves \ud800 \udc00 and none \ufffe \uffff",
];

/** Addresses that text must not link to. */
export const hostileAddresses = [
	"javascript:attack()",
	"JaVaScRiPt:attack()",
	"java\tscript:attack()",
	"java\u0000script:attack()",
	"\u0001javascript:attack()",
	"\u00a0javascript:attack()",
	"javascript\u200b:attack()",
	"javascript&colon;attack()",
	"javascript://example.org/%0aattack()",
	"data:text/html,<script>attack()</script>",
	"data:image/svg+xml,<svg onload=attack()>",
	"view-source:javascript:attack()",
	"blob:https://example.org/1",
	"file:///etc/passwd",
	"//evil.example/",
	"/\t/evil.example/",
	"https:evil.example",
	"www.evil.example",
	"http://[",
	"?redirect",
	"asset:https://evil.example/a.png",
];

/** Addresses that are right and hold what would be markup. */
export const markupAddresses = [
	`https://example.org/?a="><script>attack()</script>`,
	`https://example.org/' onfocus='attack()`,
	"https://example.org/#</script><script>attack()</script>",
	"https://javascript:attack()@example.org/".replace("javascript:", "javascript%3A"),
];

const svg = (inside: string, attributes = "") =>
	`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20" ${attributes}>${inside}<path d="M0 0h40v20z"/></svg>`;

/** Drawings that would do something. */
export const hostileDrawings = [
	svg("<script>top.attack()</script>"),
	svg("<script href='data:text/javascript,top.attack()'/>"),
	svg("", 'onload="top.attack()" tabindex="0" onfocus="top.attack()"'),
	svg(
		'<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="top.attack()"/></body></foreignObject>',
	),
	svg('<a xlink:href="javascript:top.attack()"><rect width="40" height="20"/></a>'),
	svg(
		'<animate attributeName="href" values="javascript:top.attack()"/><set attributeName="onload" to="top.attack()"/>',
	),
	svg('<use href="data:image/svg+xml,&lt;svg id=a onload=attack()&gt;#a"/><image href="https://evil.example/a.png"/>'),
	svg("<style>@import url(https://evil.example/a.css);path{fill:url(https://evil.example/#a)}</style>"),
	`<?xml version="1.0"?><?xml-stylesheet href="javascript:attack()"?><!DOCTYPE svg [<!ENTITY x "&#60;script>attack()&#60;/script>">]>${svg("<text>&amp;x;</text>")}`,
	svg("<![CDATA[<script>attack()</script>]]><handler type='text/javascript'>top.attack()</handler>"),
];
