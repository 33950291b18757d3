import type { Kind } from "./fields.ts";
import type { Locale } from "./locales.ts";
import { contentTypes, labelOf, type TypeName } from "./model.ts";

type FieldName = {
	[Name in TypeName]: keyof (typeof contentTypes)[Name]["fields"];
}[TypeName];

const russianTypes: Record<TypeName | "entry", string> = {
	entry: "Запись",
	appShell: "Общее для сайта",
	navigation: "Меню",
	home: "Главная страница",
	newsletter: "Рассылка",
	about: "Страница «Обо мне»",
	approach: "Страница «Подход»",
	functionalTests: "Страница «Функциональные тесты»",
	consultations: "Страница «Консультации»",
	packages: "Страница «Пакеты»",
	programmes: "Страница «Программы»",
	review: "Отзыв",
	commitment: "Обещание",
	socialLink: "Ссылка на соцсеть",
	faq: "Вопрос и ответ",
	dnaTest: "ДНК-тест",
	consultation: "Консультация",
	package: "Пакет",
	page: "Дополнительная страница",
	programme: "Программа",
};

const russianFields: Record<FieldName, string> = {
	contactEmail: "Адрес для писем",
	contactButton: "Кнопка «Написать»",
	haveQuestionsButton: "Кнопка для вопросов",
	bookingUrl: "Ссылка для записи на приём",
	phone: "Телефон",
	openingHours: "Часы работы",
	contactNote: "Примечание к контактам",
	buyButton: "Кнопка покупки",
	paymentNote: "Примечание к оплате",
	paidNotice: "Благодарность за оплату",
	legal: "Правовая информация",
	legalName: "Юридическое название",
	companyNumber: "Номер компании",
	registration: "Регистрация",
	registrationUrl: "Ссылка на реестр",
	postalAddress: "Почтовый адрес",
	termsUrl: "Ссылка на условия",
	accessibilityUrl: "Ссылка на страницу о доступности",
	whatsappUrl: "Ссылка WhatsApp",
	telegramUrl: "Ссылка Telegram",
	announcement: "Объявление",
	announcementUntil: "Последний день объявления",
	pages: "Страницы",
	withdrawalForm: "Форма отказа от договора",
	redirects: "Перенаправления",
	logo: "Логотип",
	home: "Главная",
	about: "Обо мне",
	approach: "Подход",
	consultations: "Консультации",
	packages: "Пакеты",
	programmes: "Программы",
	functionalTests: "Функциональные тесты",
	heroTitle: "Заголовок первого экрана",
	heroTitleAccent: "Продолжение заголовка",
	heroDescription: "Текст первого экрана",
	heroImages: "Картинки первого экрана",
	heroAidListTitle: "Заголовок списка «С чем помогаю»",
	heroAidList: "Список «С чем помогаю»",
	heroCover: "Обложка",
	reviews: "Отзывы",
	reviewsNote: "Примечание к отзывам",
	commitments: "Обещания",
	socialMedia: "Соцсети",
	searchTitle: "Заголовок для поиска",
	searchDescription: "Описание для поиска",
	shareImage: "Картинка для ссылок",
	hideFromSearch: "Скрыть от поиска",
	title: "Заголовок",
	subtitle: "Подзаголовок",
	nameInputLabel: "Подпись поля имени",
	nameInputPlaceholder: "Подсказка в поле имени",
	emailInputLabel: "Подпись поля адреса",
	emailInputPlaceholder: "Подсказка в поле адреса",
	subscribeButton: "Кнопка подписки",
	cover: "Обложка",
	consentText: "Текст согласия",
	privacyPolicyUrl: "Ссылка на политику конфиденциальности",
	certificates: "Сертификаты",
	banner: "Баннер",
	functionalTestsTitle: "Заголовок о функциональных тестах",
	functionalTestsDescription: "Текст о функциональных тестах",
	functionalTestingExample: "Пример тестирования",
	withoutTesting: "Подпись «без тестов»",
	withTesting: "Подпись «с тестами»",
	faqOptions: "Вопросы и ответы",
	dnaTestsTitle: "Заголовок о ДНК-тестах",
	dnaTestsDescription: "Текст о ДНК-тестах",
	dnaTests: "ДНК-тесты",
	review: "Отзыв",
	description: "Описание",
	cancellationPolicyTitle: "Заголовок правил отмены",
	cancellationPolicyDescription: "Правила отмены",
	payInFullButton: "Кнопка полной оплаты",
	payMonthlyButton: "Кнопка оплаты по месяцам",
	helpText: "Текст для вопросов",
	name: "Имя",
	age: "Возраст",
	label: "Подпись",
	url: "Адрес",
	question: "Вопрос",
	answer: "Ответ",
	brandName: "Название теста",
	price: "Цена",
	duration: "Длительность",
	beginHere: "С чего начать",
	stripeProductId: "Продукт в Stripe",
	stripePaymentLink: "Платёжная ссылка",
	stripeOneTimePaymentLink: "Ссылка для полной оплаты",
	stripeMonthlyPaymentLink: "Ссылка для оплаты по месяцам",
	monthlyPaymentNote: "Примечание к оплате по месяцам",
	slug: "Адрес страницы",
	text: "Текст",
	showInMenu: "Показывать в меню",
	showInFooter: "Показывать внизу страниц",
	coverImages: "Картинки",
};

const assetFields: Record<string, Record<Locale, string>> = {
	file: { "en-US": "File", ru: "Файл" },
	title: { "en-US": "Title", ru: "Название" },
	description: { "en-US": "Description", ru: "Описание" },
};

/** Values that fields of a kind can have, in words that editors understand. */
export const kindNames: Record<Kind, Record<Locale, string>> = {
	text: { "en-US": "a text", ru: "текст" },
	textOrNumber: { "en-US": "a text or a number", ru: "текст или число" },
	textList: { "en-US": "a list of texts", ru: "список текстов" },
	richText: { "en-US": "a formatted text", ru: "текст с оформлением" },
	code: { "en-US": "a text", ru: "текст" },
	slug: {
		"en-US": "lower-case letters, digits and single hyphens, such as privacy-notice",
		ru: "строчные латинские буквы, цифры и одиночные дефисы, например privacy-notice",
	},
	phone: {
		"en-US": "a phone number such as +44 20 7946 0000",
		ru: "номер телефона, например +44 20 7946 0000",
	},
	email: { "en-US": "an e-mail address", ru: "адрес электронной почты" },
	paymentLink: { "en-US": "a payment link", ru: "платёжная ссылка" },
	webAddress: { "en-US": "an address", ru: "адрес" },
	date: { "en-US": "a date such as 2026-12-24", ru: "дата, например 2026-12-24" },
	boolean: { "en-US": "yes or no", ru: "да или нет" },
	redirects: { "en-US": "lines of text", ru: "строки текста" },
	asset: { "en-US": "a picture", ru: "картинка" },
	assets: { "en-US": "a list of pictures", ru: "список картинок" },
	entries: { "en-US": "a list of entries", ru: "список записей" },
};

/** Returns the name of a content type, as Contentful's editor shows it, or in Russian. */
export function nameType(type: TypeName | "entry", locale: Locale): string {
	if (locale === "ru") return russianTypes[type];
	return type === "entry" ? "Entry" : contentTypes[type].name;
}

/** Returns the label of an entry's or asset's field, as Contentful's editor shows it, or in Russian. */
export function nameField(field: string, isOfAsset: boolean, locale: Locale): string {
	if (isOfAsset) return assetFields[field]?.[locale] ?? field;
	return locale === "ru" ? russianFields[field as FieldName] : labelOf(field);
}
