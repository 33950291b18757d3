import type { ContentType } from "./fields.ts";

/** Minimum width of a picture that is as wide as the text column of phones, in pixels (see `Field`). */
const columnWidth = 715;

/** Field of a page's heading. */
const headingField = { kind: "text", required: true, help: "The page's heading." } as const;

/** Field `review` of each page that sells. */
const reviewField = {
	kind: "entries",
	itemType: "review",
	withoutSections: true,
	help: "The review beside what the page sells: the first that is published. When empty, the next review of the home page is shown.",
} as const;

/** Field `stripeProductId` of each item that is sold. */
const productField = {
	kind: "code",
	required: true,
	help: "The product in Stripe: prod_ and what follows.",
} as const;

/** Fields of each page for search engines and link previews. */
export const searchFields = {
	searchTitle: {
		kind: "text",
		bestLength: 60,
		help: "Title in search results and link previews, instead of the one that the site derives. Best at 50 to 60 characters.",
	},
	searchDescription: {
		kind: "text",
		bestLength: 155,
		help: "Description in search results and link previews, instead of the one that the site derives. Best at 120 to 155 characters.",
	},
	shareImage: {
		kind: "asset",
		help: "Photograph for link previews, of at least 600 × 315 pixels, best 1200 × 630.",
	},
	hideFromSearch: {
		kind: "boolean",
		help: "Whether search engines leave the page out. Visitors still find it.",
	},
} as const;

/** Contentful content types with exactly one entry each. */
export const pageEntries = {
	appShell: {
		name: "App shell",
		help: "Words and addresses that appear on every page.",
		fields: {
			contactEmail: {
				kind: "email",
				required: true,
				help: "The address that every contact button writes to.",
			},
			contactButton: { kind: "text", required: true, help: "Label of the contact buttons." },
			haveQuestionsButton: {
				kind: "text",
				required: true,
				help: "Label of the questions button on the home page.",
			},
			bookingUrl: {
				kind: "webAddress",
				httpsHosts: "any",
				help: "Address where visitors book a call, with https://: a button beside the contact buttons.",
			},
			phone: {
				kind: "phone",
				help: "Phone number beside the contact buttons and at the foot of every page, such as +44 20 7946 0000.",
			},
			openingHours: {
				kind: "text",
				help: "When the practice is open, beside the contact buttons and at the foot of every page. Search engines read it when it is written like Mo-Fr 09:00-17:00.",
			},
			contactNote: {
				kind: "text",
				help: "How and when the practice answers, beside the contact buttons.",
			},
			buyButton: {
				kind: "text",
				required: true,
				help: "Label of the buy buttons of consultations and programmes.",
			},
			paymentNote: {
				kind: "text",
				help: "A line on each page with buy buttons: how one pays, and what happens then.",
			},
			paidNotice: {
				kind: "text",
				help: "Thanks for visitors who come back from Stripe, and what happens next. Anyone can open it, so it confirms no payment.",
			},
			legal: {
				kind: "richText",
				plain: true,
				help: "Small print at the foot of every page. May stay empty.",
			},
			legalName: {
				kind: "text",
				translated: false,
				help: "Name of the company or person who runs the practice, at the foot of every page.",
			},
			companyNumber: {
				kind: "text",
				help: "Number of the company and where it is registered, at the foot of every page.",
			},
			registration: {
				kind: "text",
				help: "The professional body and the number under which it registers the practice, beside the name of the About page wherever it appears, and at the foot of every page.",
			},
			registrationUrl: {
				kind: "webAddress",
				help: "Address of the practice's entry in that register, to which the line leads, with https://.",
			},
			postalAddress: {
				kind: "richText",
				plain: true,
				translated: false,
				help: "Postal address of the practice, a line each, at the foot of every page.",
			},
			termsUrl: {
				kind: "webAddress",
				ownPages: true,
				help: "The terms and conditions, linked at the foot of every page: a page of this site, such as /terms, or an address with https://.",
			},
			accessibilityUrl: {
				kind: "webAddress",
				ownPages: true,
				help: "The accessibility statement, linked at the foot of every page: a page of this site, such as /accessibility, or an address with https://.",
			},
			whatsappUrl: {
				kind: "webAddress",
				httpsHosts: ["wa.me", "api.whatsapp.com"],
				help: "Address that opens a chat in WhatsApp, at the foot of every page: https://wa.me/ and the number.",
			},
			telegramUrl: {
				kind: "webAddress",
				httpsHosts: ["t.me"],
				help: "Address that opens a chat in Telegram, at the foot of every page: https://t.me/ and the name.",
			},
			announcement: {
				kind: "richText",
				withoutHeadings: true,
				help: "A short text above the header of every page, such as the dates of a holiday. It may have links.",
			},
			announcementUntil: {
				kind: "date",
				help: "The last day on which the announcement is shown, in London. When empty, it stays.",
			},
			pages: {
				kind: "entries",
				itemType: "page",
				withoutSections: true,
				help: "Further pages, such as a privacy notice. A page that is not in this list is not on the site.",
			},
			withdrawalForm: {
				kind: "boolean",
				needsMails: true,
				help: "Whether the foot of every page links to a form for withdrawing from a contract, as EU law wants of who sells to consumers there. It needs Brevo.",
			},
			redirects: {
				kind: "redirects",
				help: "Addresses of an earlier site or of a renamed page, and the pages they lead to, such as /old-page /packages, one pair a line. /old-page gone says that a page was removed on purpose.",
			},
		},
	},
	navigation: {
		name: "Navigation",
		help: "The logo and the names of the pages.",
		fields: {
			logo: {
				kind: "asset",
				help: "The logo. It leads to the home page; its title is the practice's name. Its ground is always light, so it needs dark ink.",
			},
			home: { kind: "text", required: true, help: "Name of the home page." },
			about: { kind: "text", required: true, help: "Name of the page about the practice." },
			approach: { kind: "text", required: true, help: "Name of the page about the approach." },
			consultations: { kind: "text", required: true, help: "Name of the consultations page." },
			packages: {
				kind: "text",
				required: true,
				help: "Name of the packages page; also its heading.",
			},
			programmes: { kind: "text", required: true, help: "Name of the programmes page." },
			functionalTests: { kind: "text", required: true, help: "Name of the functional tests page." },
		},
	},
	home: {
		name: "Home page",
		help: "Everything on the home page, from top to bottom.",
		fields: {
			heroTitle: { kind: "text", required: true, help: "The main heading." },
			heroTitleAccent: {
				kind: "text",
				help: "Continues the main heading after Hero title, on a line of its own in the accent colour.",
			},
			heroDescription: {
				kind: "richText",
				plain: true,
				help: "A few sentences under the main heading.",
			},
			heroImages: {
				kind: "assets",
				minWidth: 281,
				help: "Pictures beside the main heading: the first large, the others small below it.",
			},
			heroAidListTitle: { kind: "text", help: "Heading of the checklist." },
			heroAidList: { kind: "textList", help: "The checklist, an item each." },
			heroCover: {
				kind: "asset",
				minWidth: columnWidth,
				help: "The picture beside the checklist.",
			},
			reviews: {
				kind: "entries",
				itemType: "review",
				help: "What clients say, one on each page of the carousel, in this order.",
			},
			reviewsNote: {
				kind: "text",
				help: "How the reviews were gathered and checked. Shown above them, and under each review on other pages.",
			},
			commitments: {
				kind: "entries",
				itemType: "commitment",
				help: "What the practice commits itself to.",
			},
			socialMedia: {
				kind: "entries",
				itemType: "socialLink",
				withoutSections: true,
				help: "Links to social media.",
			},
			...searchFields,
		},
	},
	newsletter: {
		name: "Newsletter",
		help: "The subscription form at the foot of every page.",
		fields: {
			title: { kind: "text", help: "Heading of the form." },
			subtitle: { kind: "richText", plain: true, help: "A sentence under the heading." },
			nameInputLabel: { kind: "text", help: "Label of the name field." },
			nameInputPlaceholder: { kind: "text", help: "Example shown in the empty name field." },
			emailInputLabel: { kind: "text", help: "Label of the e-mail field." },
			emailInputPlaceholder: { kind: "text", help: "Example shown in the empty e-mail field." },
			subscribeButton: { kind: "text", required: true, help: "Label of the button." },
			cover: { kind: "asset", minWidth: columnWidth, help: "The picture beside the form." },
			consentText: {
				kind: "richText",
				plain: true,
				help: "What subscribers agree to, shown under the button. May stay empty.",
			},
			privacyPolicyUrl: {
				kind: "webAddress",
				ownPages: true,
				help: "The privacy policy, linked beside the button: a page of this site, such as /privacy, or an address with https://.",
			},
		},
	},
	about: {
		name: "About page",
		help: "Who runs the practice.",
		fields: {
			title: headingField,
			subtitle: { kind: "richText", plain: true, help: "A line under the heading." },
			about: { kind: "richText", help: "The text of the page." },
			certificates: { kind: "assets", help: "Certificates. Their titles are shown as captions." },
			cover: {
				kind: "asset",
				minWidth: columnWidth,
				help: "The portrait beside the text; also small, with title, subtitle and number of certificates, on the home page and on pages that sell.",
			},
			...searchFields,
		},
	},
	approach: {
		name: "Approach page",
		help: "How the practice works.",
		fields: {
			banner: { kind: "asset", minWidth: 780, help: "The wide picture on top." },
			approach: { kind: "richText", help: "The text of the page." },
			...searchFields,
		},
	},
	functionalTests: {
		name: "Functional tests page",
		help: "Functional tests, DNA tests and frequent questions.",
		fields: {
			functionalTestsTitle: headingField,
			functionalTestsDescription: { kind: "richText", help: "What functional tests are." },
			functionalTestingExample: {
				kind: "asset",
				minWidth: columnWidth,
				help: "A picture whose halves show before and after.",
			},
			withoutTesting: { kind: "text", help: "Label of the picture's left half." },
			withTesting: { kind: "text", help: "Label of the picture's right half." },
			faqOptions: { kind: "entries", itemType: "faq", help: "Frequent questions." },
			dnaTestsTitle: { kind: "text", help: "Heading above the DNA tests." },
			dnaTestsDescription: { kind: "richText", help: "What DNA tests are." },
			dnaTests: { kind: "entries", itemType: "dnaTest", help: "The DNA tests on offer." },
			review: reviewField,
			...searchFields,
		},
	},
	consultations: {
		name: "Consultations page",
		help: "Single consultations and the cancellation policy.",
		fields: {
			title: headingField,
			description: { kind: "richText", help: "A few sentences under the heading." },
			cover: {
				kind: "asset",
				minWidth: columnWidth,
				help: "The picture beside the heading; on phones below the first consultation and the description.",
			},
			consultations: {
				kind: "entries",
				itemType: "consultation",
				help: "The consultations, in the order of the page.",
			},
			review: reviewField,
			cancellationPolicyTitle: { kind: "text", help: "Heading of the cancellation policy." },
			cancellationPolicyDescription: { kind: "richText", help: "The cancellation policy." },
			...searchFields,
		},
	},
	packages: {
		name: "Packages page",
		help: "Packages of several weeks or months.",
		fields: {
			packages: {
				kind: "entries",
				itemType: "package",
				help: "The packages, in the order of the page.",
			},
			review: reviewField,
			payInFullButton: {
				kind: "text",
				required: true,
				help: "Label of the button that pays at once.",
			},
			payMonthlyButton: {
				kind: "text",
				required: true,
				help: "Label of the button that pays by the month.",
			},
			helpText: {
				kind: "richText",
				plain: true,
				help: "Shown under the packages, before the contact link.",
			},
			...searchFields,
		},
	},
	programmes: {
		name: "Programmes page",
		help: "Programmes that clients follow on their own.",
		fields: {
			title: headingField,
			programmes: {
				kind: "entries",
				itemType: "programme",
				help: "The programmes, in the order of the page.",
			},
			review: reviewField,
			...searchFields,
		},
	},
} as const satisfies Record<string, ContentType<ListEntryName>>;

/** Content types whose entries appear in lists on pages, such as reviews. */
export const itemTypes = {
	review: {
		name: "Review",
		help: "What a client says, on the home page and on pages that sell.",
		fields: {
			name: { kind: "text", required: true, help: "The client's name." },
			age: { kind: "textOrNumber", help: "The client's age." },
			review: { kind: "richText", plain: true, required: true, help: "What the client says." },
		},
	},
	commitment: {
		name: "Commitment item",
		help: "One of the practice's commitments, on the home page.",
		fields: {
			label: { kind: "text", help: "The commitment in a few words." },
			description: { kind: "richText", help: "What it means." },
			cover: { kind: "asset", help: "A small picture." },
		},
	},
	socialLink: {
		name: "Social media link",
		help: "A link to social media, on the home page.",
		fields: {
			url: { kind: "webAddress", required: true, help: "The address, with https://." },
			logo: {
				kind: "asset",
				required: true,
				help: "The logo. Its title names the link. Its ground is always light, so it needs dark ink.",
			},
		},
	},
	faq: {
		name: "Question and answer",
		help: "A frequent question, on the functional tests page.",
		fields: {
			question: { kind: "text", required: true, help: "The question." },
			answer: { kind: "richText", required: true, help: "The answer." },
		},
	},
	dnaTest: {
		name: "DNA test",
		help: "A DNA test, on the functional tests page.",
		fields: {
			brandName: { kind: "text", translated: false, required: true, help: "The test's name." },
			description: { kind: "richText", help: "What it looks at." },
			cover: { kind: "asset", minWidth: columnWidth, help: "A picture." },
			url: { kind: "webAddress", help: "Where it can be ordered, with https://." },
			price: {
				kind: "textOrNumber",
				pounds: true,
				help: "The price in pounds, without the pound sign: 199, 99.50 or from 199. Any other text is shown as entered.",
			},
		},
	},
	consultation: {
		name: "Consultation",
		help: "A single consultation. Its price comes from Stripe.",
		fields: {
			title: { kind: "text", required: true, help: "Its name." },
			description: { kind: "richText", help: "What happens in it." },
			duration: {
				kind: "textOrNumber",
				translated: true,
				help: "How long it takes, with the unit.",
			},
			beginHere: {
				kind: "boolean",
				help: "Whether newcomers should begin with it: home and all pages that sell show it first, with its price.",
			},
			stripeProductId: productField,
			stripePaymentLink: { kind: "paymentLink", help: "The payment link from Stripe." },
		},
	},
	package: {
		name: "Package",
		help: "A package. Its price comes from Stripe.",
		fields: {
			// First, because Contentful lists entries by their first text, and `title` can be empty.
			duration: {
				kind: "textOrNumber",
				translated: true,
				required: true,
				help: "How long it runs; its heading, unless it has a title.",
			},
			title: { kind: "text", help: "Its name, as its heading. The duration is then shown below." },
			description: { kind: "richText", help: "What it contains." },
			banner: { kind: "asset", minWidth: columnWidth, help: "The picture on top of the card." },
			stripeProductId: productField,
			stripeOneTimePaymentLink: {
				kind: "paymentLink",
				help: "The payment link for paying at once.",
			},
			stripeMonthlyPaymentLink: {
				kind: "paymentLink",
				monthly: true,
				help: "The payment link for paying by the month, if any. It charges every month until somebody cancels the subscription in Stripe.",
			},
			monthlyPaymentNote: {
				kind: "text",
				help: "Second line of the monthly button: how much, and how often. When empty, the link's amount.",
			},
		},
	},
	page: {
		name: "Further page",
		help: "A page of its own, such as a privacy notice, once it is in the list of the app shell.",
		fields: {
			title: headingField,
			slug: {
				kind: "slug",
				required: true,
				help: "The page's address after the slash, such as privacy: lower-case letters, digits and hyphens. When it changes, add the old address to the redirects of the app shell.",
			},
			text: { kind: "richText", required: true, help: "The text of the page." },
			cover: { kind: "asset", minWidth: columnWidth, help: "The picture above the text." },
			showInMenu: {
				kind: "boolean",
				help: "Whether the menu has a link to it, after the other pages.",
			},
			showInFooter: {
				kind: "boolean",
				help: "Whether the foot of every page links to it, after the other pages.",
			},
			...searchFields,
		},
	},
	programme: {
		name: "Programme",
		help: "A programme. Its price comes from Stripe.",
		fields: {
			title: { kind: "text", required: true, help: "Its name, shown while the section is closed." },
			description: { kind: "richText", help: "What it contains." },
			coverImages: { kind: "assets", minWidth: columnWidth, help: "One or more pictures." },
			stripeProductId: productField,
			stripeOneTimePaymentLink: { kind: "paymentLink", help: "The payment link from Stripe." },
		},
	},
} as const satisfies Record<string, ContentType<never>>;

/** All content types, by name. */
export const contentTypes = { ...pageEntries, ...itemTypes };

export type TypeName = keyof typeof contentTypes;

export type ListEntryName = keyof typeof itemTypes;

export type PageEntryName = keyof typeof pageEntries;

export const pageEntryNames = Object.keys(pageEntries) as PageEntryName[];

/** Entries that all pages show, and that have no page of their own. */
export const shellEntryNames = [
	"appShell",
	"navigation",
	"newsletter",
] as const satisfies PageEntryName[];

/** Returns the label of a field in Contentful: `Hero title accent` for `heroTitleAccent`. */
export function labelOf(name: string): string {
	const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return words.charAt(0).toUpperCase() + words.slice(1);
}
