import type { PluralForms } from "./formatCount.ts";
import type { Locale } from "./locales.ts";

/** Interface texts that are not in Contentful. */
const english = {
	skipLink: "Skip to the content",
	/** Accessible name of the text above the header. */
	announcement: "Announcement",
	mainNavigation: "Main",
	/** Accessible name of the list of links in the footer. */
	allPages: "All pages",
	menu: "Menu",
	closeMenu: "Close the menu",
	language: "Language",
	reviews: "What clients say",
	age: "age",
	commitments: "What you can count on",
	/** Price of a DNA test that has a lowest price only. */
	from: "from {price}",
	/** Note beside a price that is not in the currency of the page's other prices. */
	otherCurrency: "Currency: {currency}",
	monthlyAmount: "{price} a\u00a0month",
	/** Label of the consultation for newcomers. */
	firstStep: "A good place to begin",
	/** Link to the cancellation policy, when the policy has no title. */
	cancellationPolicy: "Cancellation policy",
	socialMedia: "Social media",
	certificates: "Certificates",
	certificateCount: {
		one: "{count}\u00a0certificate",
		other: "{count}\u00a0certificates",
	} as PluralForms,
	duration: "Duration",
	questions: "Questions and answers",
	dnaContact: "Contact",
	bookCall: "Book a call",
	/** Button that leads to the consultation for newcomers. */
	bookConsultation: "Book a consultation",
	email: "E-mail",
	name: "Name",
	newsletter: "Newsletter",
	privacyPolicy: "Privacy policy",
	terms: "Terms",
	accessibility: "Accessibility",
	newTab: "Opens in a new tab",
	/** Title above the contact buttons. */
	anyQuestions: "A question first?",
	loading: "Rendering content...",
	notFoundTitle: "This page does not exist",
	notFoundText: "The address may be mistyped, or the page may have moved.",
	backHome: "Go to the home page",
	previewRibbon: "Preview with drafts, not the public site.",
	previewReport: "Report",
	previewReportText:
		"What the content of this preview lacks, and what the site does instead. Each row leads to the place where it can be corrected.",
	previewNothing: "Nothing to correct.",
	/** Accessible name of the language switch, which begins with the switch's visible text, as WCAG 2.5.3 requires. */
	russianVersion: "EN RU: Russian",
	languageChanged: "This page is now in English.",
	readInstead: "Open this page in Russian",
	previousPage: "Previous reviews",
	nextPage: "Next reviews",
	/** Accessible name of a dot below the carousel: `Page 2 of 4`. */
	page: "Page {page} of {count}",
	subscribed: "Thank you. Your subscription is confirmed.",
	subscribeThanks: "Thank you. Please check your inbox and confirm your subscription.",
	subscribeSaved:
		"Thank you. This copy of the site only notes what you enter in a file; it sends no e-mail.",
	subscribeFailure: "There was an error subscribing you to our newsletter. Please try again later.",
	requestCrossSite: "This form can be sent only from the pages of this site.",
	subscribeUnavailable: "Subscribing is not possible at the moment. Please try again later.",
	emailMissing: "Please enter your e-mail address.",
	emailInvalid: "This does not look like an e-mail address. Please check it and try again.",
	nameInvalid: "Please enter a name of at most 100 characters.",
	requestMalformed: "The request is malformed.",
	tooManyToday: "Too many attempts today. Please try again tomorrow.",
	/** Words of Article 11a of Directive 2011/83/EU, and so is `confirmWithdrawal`. */
	withdraw: "Withdraw from contract here",
	withdrawalLead:
		"If you made a contract with us online, you can withdraw from it here. You check your statement before you confirm it, and get an acknowledgement of receipt in your inbox.",
	contract: "Contract (what you bought and when, or the order number)",
	proceed: "Continue",
	withdrawalCheck: "Check your statement",
	withdrawalStatement: "I withdraw from the following contract:",
	confirmWithdrawal: "Confirm withdrawal",
	backToForm: "Back to the form",
	textMissing: "Please fill in this field.",
	textInvalid: "Please use at most 500 characters here.",
	withdrawalSent:
		"We have received your withdrawal. The acknowledgement of receipt, with date and time, is on its way to your inbox.",
	withdrawalLimited:
		"Nothing was sent, because too many withdrawals came from your address or your connection today. Please write to {email} instead.",
	withdrawalUnknown:
		"We do not know whether we have received your withdrawal, because our mail service does not answer. If the acknowledgement of receipt is not in your inbox within an hour, please write to {email}: the same statement cannot be sent from this page again today.",
	withdrawalFailure:
		"We could not send your withdrawal. Unless its acknowledgement is in your inbox, please check your e-mail address and try again, or write to {email}.",
	withdrawalSubject: "Acknowledgement of receipt: withdrawal from a contract",
	withdrawalReceipt: "We have received this statement through our website:",
	submitted: "Submitted",
};

export type Words = typeof english;

export const words: Record<Locale, Words> = {
	"en-US": english,
	ru: {
		skipLink: "Перейти к содержанию",
		announcement: "Объявление",
		mainNavigation: "Основное меню",
		allPages: "Все страницы",
		menu: "Меню",
		closeMenu: "Закрыть меню",
		language: "Язык",
		reviews: "Что говорят клиенты",
		age: "возраст",
		commitments: "На\u00a0что можно рассчитывать",
		from: "от\u00a0{price}",
		otherCurrency: "Валюта: {currency}",
		monthlyAmount: "{price} в\u00a0месяц",
		firstStep: "С\u00a0этого удобно начать",
		cancellationPolicy: "Условия отмены",
		socialMedia: "Социальные сети",
		certificates: "Сертификаты",
		certificateCount: {
			one: "{count}\u00a0сертификат",
			few: "{count}\u00a0сертификата",
			many: "{count}\u00a0сертификатов",
			other: "{count}\u00a0сертификата",
		},
		duration: "Продолжительность",
		questions: "Вопросы и ответы",
		dnaContact: "Связаться",
		bookCall: "Записаться на\u00a0звонок",
		bookConsultation: "Записаться на\u00a0консультацию",
		email: "Электронная почта",
		name: "Имя",
		newsletter: "Рассылка",
		privacyPolicy: "Политика конфиденциальности",
		terms: "Условия",
		accessibility: "Доступность сайта",
		newTab: "Откроется в новой вкладке",
		anyQuestions: "Остались вопросы?",
		loading: "Содержание загружается...",
		notFoundTitle: "Такой страницы нет",
		notFoundText: "Возможно, в адресе опечатка или страница переехала.",
		backHome: "На главную страницу",
		previewRibbon: "Предпросмотр с черновиками, не публичный сайт.",
		previewReport: "Отчёт",
		previewReportText:
			"Чего не хватает содержанию и что сайт показывает вместо этого. Каждая строка ведёт туда, где это можно исправить.",
		previewNothing: "Исправлять нечего.",
		russianVersion: "EN RU: русский",
		languageChanged: "Теперь страница на русском языке.",
		readInstead: "Открыть страницу на английском",
		previousPage: "Предыдущие отзывы",
		nextPage: "Следующие отзывы",
		page: "Страница {page} из {count}",
		subscribed: "Спасибо! Подписка подтверждена.",
		subscribeThanks: "Спасибо! Загляните в почту и подтвердите подписку.",
		subscribeSaved:
			"Спасибо! Эта копия сайта только записывает введённое в\u00a0файл и\u00a0писем не\u00a0отправляет.",
		subscribeFailure: "Не удалось оформить подписку. Пожалуйста, попробуйте ещё раз позже.",
		requestCrossSite: "Эту форму можно отправить только со страниц этого сайта.",
		subscribeUnavailable: "Сейчас подписаться не получится. Пожалуйста, попробуйте позже.",
		emailMissing: "Пожалуйста, укажите адрес электронной почты.",
		emailInvalid: "Похоже, в адресе ошибка. Проверьте его и попробуйте ещё раз.",
		nameInvalid: "Пожалуйста, укажите имя не\u00a0длиннее 100\u00a0знаков.",
		requestMalformed: "Запрос составлен неверно.",
		tooManyToday: "Слишком много попыток за сегодня. Пожалуйста, попробуйте завтра.",
		withdraw: "Отказаться от\u00a0договора",
		withdrawalLead:
			"Здесь можно отказаться от договора, заключённого с\u00a0нами онлайн. Сначала вы проверите заявление, а\u00a0после отправки сразу получите письмо о\u00a0том, что оно принято.",
		contract: "Договор (что и\u00a0когда вы купили или номер заказа)",
		proceed: "Продолжить",
		withdrawalCheck: "Проверьте заявление",
		withdrawalStatement: "Я\u00a0отказываюсь от\u00a0следующего договора:",
		confirmWithdrawal: "Подтвердить отказ",
		backToForm: "Вернуться к\u00a0форме",
		textMissing: "Пожалуйста, заполните это поле.",
		textInvalid: "Пожалуйста, введите не\u00a0больше 500\u00a0знаков.",
		withdrawalSent:
			"Мы получили ваш отказ от\u00a0договора. Подтверждение с\u00a0датой и\u00a0временем уже отправлено вам на\u00a0почту.",
		withdrawalLimited:
			"Ничего не\u00a0отправлено: с\u00a0этого адреса или через это подключение сегодня пришло слишком много заявлений. Пожалуйста, напишите на\u00a0{email}.",
		withdrawalUnknown:
			"Мы не\u00a0знаем, дошло\u00a0ли до нас ваше заявление: почтовая служба не\u00a0отвечает. Если в\u00a0течение часа вы не\u00a0получите подтверждение, напишите на\u00a0{email}: ещё раз отправить то\u00a0же заявление с\u00a0этой страницы сегодня не\u00a0получится.",
		withdrawalFailure:
			"Отправить заявление не\u00a0удалось. Если подтверждения в\u00a0почте нет, проверьте свой адрес и\u00a0попробуйте ещё раз или напишите на\u00a0{email}.",
		withdrawalSubject: "Подтверждение: отказ от\u00a0договора получен",
		withdrawalReceipt: "Мы получили через сайт такое заявление:",
		submitted: "Отправлено",
	},
};
