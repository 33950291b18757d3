import type { Locale } from "./locales.ts";

/** `severe`: something is missing from the site. `warning`: it shows less or other than meant. `info`: worth knowing. */
export type Severity = (typeof severities)[number];

/** The severities, worst first. */
export const severities = ["severe", "warning", "info"] as const;

/** A consequence's text in each language, with placeholders such as `{price}`. */
type Effect = { severity?: Severity } & Record<Locale, string>;

/** Consequences for the site until an editor has corrected something. A severe one makes its finding severe. */
export const consequences = {
	nothingPublished: {
		severity: "severe",
		"en-US": "Nothing is published until this is corrected.",
		ru: "Пока это не исправлено, ничего не публикуется.",
	},
	entryLeftOut: {
		severity: "severe",
		"en-US": "The entry is not shown.",
		ru: "Запись не показывается.",
	},
	pageLeftOut: {
		"en-US": "The page and all links to it are left out.",
		ru: "Страницы и ссылок на неё на сайте нет.",
	},
	offersLeftOut: {
		severity: "severe",
		"en-US": "The page, its offers and all links to it are left out.",
		ru: "Страницы, её предложений и ссылок на неё на сайте нет.",
	},
	restShown: { "en-US": "The rest of the list is shown.", ru: "Остальное в списке показывается." },
	formLeftOut: { "en-US": "The form is left out.", ru: "Формы на сайте нет." },
	fieldLeftOut: {
		severity: "severe",
		"en-US": "The field is left out.",
		ru: "Поле не показывается.",
	},
	buttonLeftOut: {
		severity: "severe",
		"en-US": "The button is left out.",
		ru: "Кнопки на сайте нет.",
	},
	linkLeftOut: { "en-US": "The link is left out.", ru: "Ссылки на сайте нет." },
	lineLeftOut: { "en-US": "The line is left out.", ru: "Строка не действует." },
	footerLineLeftOut: {
		"en-US": "The footer has no such line.",
		ru: "Внизу страниц такой строки нет.",
	},
	partLeftOut: { "en-US": "The part is left out.", ru: "Эта часть не показывается." },
	formerShown: {
		"en-US": "The site shows what it showed before.",
		ru: "На сайте пока всё по-прежнему.",
	},
	pictureLeftOut: { "en-US": "The picture is left out.", ru: "Картинка не показывается." },
	pictureShown: { "en-US": "The picture is shown.", ru: "Картинка показывается." },
	nextPictureShared: {
		"en-US": "Link previews show another picture.",
		ru: "Вместе со ссылкой показывается другая картинка.",
	},
	croppedAnyway: {
		"en-US": "The picture is cropped as if no focus were given.",
		ru: "Картинка кадрируется так, будто место не указано.",
	},
	noAlternative: {
		"en-US": "Readers who do not see the picture learn nothing of it.",
		ru: "Кто не видит картинку, ничего о ней не узнает.",
	},
	wordsShown: { "en-US": "Only its words are shown.", ru: "Показываются только слова." },
	textWithoutLink: {
		"en-US": "The words are shown without the link.",
		ru: "Слова показываются без ссылки.",
	},
	pageLinked: {
		"en-US": "The link leads to the top of the page.",
		ru: "Ссылка ведёт в начало страницы.",
	},
	englishShown: {
		"en-US": "The English text is shown.",
		ru: "Показывается английский текст.",
	},
	russianOnly: {
		"en-US": "English pages do without it.",
		ru: "На английских страницах этого нет.",
	},
	shownAsIs: { "en-US": "It is shown as it is.", ru: "Показывается как есть." },
	priceShown: { "en-US": "The price shown is {price}.", ru: "Показана цена {price}." },
	buttonLeftOutBesidePrice: {
		severity: "severe",
		"en-US": "The button is left out; the price shown is {price}.",
		ru: "Кнопки на сайте нет, показана цена {price}.",
	},
	buttonShown: { "en-US": "The button is shown.", ru: "Кнопка показывается." },
	linksNotCompared: {
		"en-US": "Payment links are not compared with the prices shown.",
		ru: "Платёжные ссылки не сверяются с показанными ценами.",
	},
	listEmpty: { "en-US": "The list is left out.", ru: "Списка на сайте нет." },
	visitorsLost: {
		"en-US": "Visitors who follow an old link find no page.",
		ru: "Посетители по старым ссылкам не находят страницы.",
	},
	mailsMayFail: {
		"en-US": "Visitors may not get mails.",
		ru: "Возможно, посетители не получают писем.",
	},
	notFound: {
		"en-US": "Search engines leave the page out.",
		ru: "Поисковые системы не показывают страницу.",
	},
	textCut: {
		"en-US": "Search engines show its beginning.",
		ru: "Поисковые системы показывают только начало.",
	},
	formShownWithout: {
		"en-US": "The form is shown without one.",
		ru: "Форма показывается без неё.",
	},
	downloadOffered: {
		"en-US": "Visitors get the file as it is.",
		ru: "Посетители получают файл как есть.",
	},
} as const satisfies Record<string, Effect>;

/** A finding's texts: what is wrong, and what to do. */
type Definition = { severity?: Severity } & Record<
	Locale,
	readonly [problem: string, advice: string]
>;

/** All that the site notices in content, prices and services. */
export const findings = {
	// Entries and lists
	entryAbsent: {
		"en-US": [
			"The entry is a draft, archived or deleted.",
			"Publish the entry again; if it is published, tell your administrator to check CONTENTFUL_ENTRY_IDS.",
		],
		ru: [
			"Запись не опубликована, в архиве или удалена.",
			"Опубликуйте запись снова; если она опубликована, попросите администратора проверить CONTENTFUL_ENTRY_IDS.",
		],
	},
	entryWithoutEnglish: {
		"en-US": ["The entry is not published in English.", "Publish its English texts."],
		ru: ["Запись не опубликована на английском.", "Опубликуйте её английские тексты."],
	},
	listedEntryMissing: {
		"en-US": [
			"The list has an entry that is a draft, archived or deleted: {entry}.",
			"Contentful marks it in the list: publish it, or take it off.",
		],
		ru: [
			"В списке есть черновик, архивная или удалённая запись: {entry}.",
			"В Contentful она помечена в списке: опубликуйте её или уберите.",
		],
	},
	listedEntryWithoutEnglish: {
		"en-US": [
			"The list has an entry that is not published in English: {entry}.",
			"Publish its English texts, or take it off the list.",
		],
		ru: [
			"В списке есть запись, не опубликованная на английском: {entry}.",
			"Опубликуйте её английские тексты или уберите её из списка.",
		],
	},
	listWithoutOffers: {
		severity: "severe",
		"en-US": [
			"The list has nothing that can be shown.",
			"Add an entry, or correct those in it: their own rows say why they are not shown.",
		],
		ru: [
			"В списке нет ничего, что можно показать.",
			"Добавьте запись или исправьте те, что есть: о каждой сказано в отдельной строке.",
		],
	},
	requiredEmpty: {
		"en-US": ["The required field is empty, or nothing in it can be shown.", "Fill in the field."],
		ru: ["Обязательное поле не заполнено, или показать его значение нельзя.", "Заполните поле."],
	},
	valueMistyped: {
		"en-US": ["Expected: {expected}. Found: “{found}”.", "Correct what is typed there."],
		ru: ["Нужно: {expected}. Введено: «{found}».", "Исправьте то, что введено."],
	},
	valueOfOtherType: {
		severity: "severe",
		"en-US": [
			"Expected: {expected}. Found: {found}.",
			"Tell your administrator: the field in Contentful is of another type.",
		],
		ru: [
			"Нужно: {expected}. В поле: {found}.",
			"Сообщите администратору: в Contentful у поля другой тип.",
		],
	},
	valueInRussianOnly: {
		"en-US": ["The field has a value in Russian only.", "Fill in the English value."],
		ru: ["Поле заполнено только по-русски.", "Заполните английское значение."],
	},
	untranslated: {
		"en-US": ["There is no Russian text.", "Enter the Russian text."],
		ru: ["Нет русского текста.", "Введите русский текст."],
	},
	entryUntranslated: {
		"en-US": ["The entry has no Russian texts.", "Enter its Russian texts."],
		ru: ["В записи нет русских текстов.", "Введите её русские тексты."],
	},
	textsSame: {
		severity: "info",
		"en-US": [
			"The texts of the entry are the same in both languages.",
			"Translate them; if they are meant to be the same, change nothing.",
		],
		ru: [
			"Тексты записи на обоих языках одинаковы.",
			"Переведите их; если так и задумано, ничего не меняйте.",
		],
	},
	textInOtherScript: {
		"en-US": [
			"The English text is written in Cyrillic letters.",
			"Check whether the two languages have been swapped.",
		],
		ru: ["Английский текст написан русскими буквами.", "Проверьте, не перепутаны ли языки."],
	},
	pageEmpty: {
		"en-US": ["The page has a heading and nothing else.", "Fill in its other fields."],
		ru: ["На странице есть заголовок и больше ничего.", "Заполните остальные поля страницы."],
	},
	pageHeavy: {
		severity: "warning",
		"en-US": [
			"The page’s texts and lists weigh more than {limit} KB, so phones take long to load all of it.",
			"Take entries off its lists, or move texts to further pages.",
		],
		ru: [
			"Тексты и списки страницы весят больше {limit} КБ: на телефонах она долго загружается целиком.",
			"Уберите часть записей из списков или перенесите тексты на отдельные страницы.",
		],
	},
	entryNearLimit: {
		"en-US": [
			"The entry and all that it links to are close to 7 MB, the most that Contentful delivers at once.",
			"Take entries off its lists, or shorten texts: beyond that, nothing is published any more.",
		],
		ru: [
			"Запись вместе со всем, на что она ссылается, близка к 7 МБ, а больше Contentful за один раз не отдаёт.",
			"Уберите часть записей из списков или сократите тексты: сверх этого сайт перестанет обновляться.",
		],
	},
	reviewsGone: {
		"en-US": ["No review is left to show.", "Publish reviews, and add them to the list."],
		ru: ["Не осталось ни одного отзыва.", "Опубликуйте отзывы и добавьте их в список."],
	},
	reviewRepeated: {
		severity: "info",
		"en-US": [
			"A review says the same as one before it in the list: {entry}.",
			"Remove one of the two.",
		],
		ru: [
			"Отзыв повторяет слово в слово один из предыдущих в списке: {entry}.",
			"Уберите один из двух.",
		],
	},
	slugReserved: {
		"en-US": ["The address “{slug}” belongs to the site itself.", "Choose another slug."],
		ru: ["Адрес «{slug}» занят самим сайтом.", "Выберите другой адрес."],
	},
	slugTaken: {
		"en-US": ["The address “{slug}” belongs to {owner}.", "Choose another slug."],
		ru: ["Адрес «{slug}» занят: {owner}.", "Выберите другой адрес."],
	},
	mailsImpossible: {
		severity: "severe",
		"en-US": [
			"The form’s mails cannot be sent, because BREVO_API_KEY is missing.",
			"Tell your administrator, who sets the key, or switch the form off.",
		],
		ru: [
			"Письма этой формы отправить нельзя: нет BREVO_API_KEY.",
			"Сообщите администратору, что нужно задать ключ, или выключите форму.",
		],
	},
	privateCharacters: {
		severity: "info",
		"en-US": [
			"The text contains special characters that work only in the program it was copied from.",
			"Type them again; in a formatted text, use the list button for lists.",
		],
		ru: [
			"В тексте есть особые знаки, понятные только программе, из которой он скопирован.",
			"Наберите их заново; для списков в тексте с оформлением есть кнопка.",
		],
	},
	richTextPartDamaged: {
		"en-US": ["The text has a damaged part.", "Type that part again."],
		ru: ["В тексте есть повреждённая часть.", "Наберите её заново."],
	},
	richTextPartUnknown: {
		"en-US": [
			"The text has an embedded entry, or another part that the site does not show: {part}.",
			"Replace it with text, a picture or a link.",
		],
		ru: [
			"В тексте есть вставленная запись или другая часть, которую сайт не показывает: {part}.",
			"Замените её текстом, картинкой или ссылкой.",
		],
	},
	// Addresses and links
	addressMalformed: {
		"en-US": [
			"“{address}” is not a whole address.",
			"Copy the address from the browser, with https:// at its beginning.",
		],
		ru: [
			"«{address}» — не полный адрес.",
			"Скопируйте адрес из браузера целиком, вместе с https:// в начале.",
		],
	},
	addressOfOtherHost: {
		"en-US": [
			"The address “{address}” does not begin with https:// and one of these names: {hosts}.",
			"Copy the address again from there.",
		],
		ru: [
			"Адрес «{address}» начинается не с https:// и одного из этих имён: {hosts}.",
			"Скопируйте адрес оттуда ещё раз.",
		],
	},
	addressInsecure: {
		"en-US": ["The address “{address}” does not begin with https://.", "Enter it with https://."],
		ru: ["Адрес «{address}» не начинается с https://.", "Введите его с https://."],
	},
	addressWithoutPage: {
		"en-US": ["The site has no page at “{address}”.", "Enter the address of an existing page."],
		ru: ["На сайте нет страницы «{address}».", "Введите адрес существующей страницы."],
	},
	linkToHiddenEntry: {
		"en-US": [
			"The text links to an entry that no page shows: {entry}.",
			"Publish that entry and add it to its list, or remove the link.",
		],
		ru: [
			"В тексте ссылка на запись, которой нет ни на одной странице: {entry}.",
			"Опубликуйте её и добавьте в список или уберите ссылку.",
		],
	},
	linkMalformed: {
		"en-US": ["The text links to “{address}”, which is no address.", "Correct the link."],
		ru: ["В тексте ссылка «{address}», но это не адрес.", "Исправьте ссылку."],
	},
	linkWithoutPlace: {
		"en-US": [
			"The text links to “{address}”, a place that the page does not have.",
			"Link to the entry instead of the address.",
		],
		ru: [
			"В тексте ссылка «{address}», но такого места на странице нет.",
			"Поставьте ссылку на запись, а не на адрес.",
		],
	},
	redirectMalformed: {
		"en-US": [
			"The line “{line}” is not an old and a new address with a space between.",
			"Write it like “/old-page /packages”, or “/old-page gone”.",
		],
		ru: [
			"Строка «{line}» — не два адреса, старый и новый, через пробел.",
			"Напишите так: «/old-page /packages» или «/old-page gone».",
		],
	},
	redirectForeign: {
		"en-US": ["The line “{line}” names an address of another site.", "Use addresses of this site."],
		ru: ["В строке «{line}» адрес другого сайта.", "Указывайте адреса этого сайта."],
	},
	redirectUnreadable: {
		"en-US": ["The old address in “{line}” is malformed.", "Copy the old address from a browser."],
		ru: ["Старый адрес в строке «{line}» записан неверно.", "Скопируйте его из браузера."],
	},
	redirectWithQuery: {
		"en-US": [
			"The old address in “{line}” has ? or #, which do not count.",
			"Leave that part out.",
		],
		ru: ["В старом адресе строки «{line}» есть ? или #, они не учитываются.", "Уберите эту часть."],
	},
	redirectWithWildcard: {
		"en-US": [
			"The old address in “{line}” has * or :, which stand for any address.",
			"Give each old address a line of its own.",
		],
		ru: [
			"В старом адресе строки «{line}» есть * или :, они означают любой адрес.",
			"Дайте каждому старому адресу свою строку.",
		],
	},
	redirectFromPage: {
		"en-US": ["The old address in “{line}” is a page of this site.", "Remove the line."],
		ru: ["Старый адрес в строке «{line}» — страница этого сайта.", "Удалите строку."],
	},
	redirectWithoutPage: {
		"en-US": ["The line “{line}” leads to no page of this site.", "Correct the new address."],
		ru: ["Строка «{line}» не ведёт на страницу этого сайта.", "Исправьте новый адрес."],
	},
	pageGone: {
		"en-US": [
			"There was a page at “{address}”, and now neither a page nor a redirect.",
			"Add a line “{address} /new-page”, or “{address} gone” if it was removed on purpose.",
		],
		ru: [
			"По адресу «{address}» была страница, а теперь нет ни страницы, ни перенаправления.",
			"Добавьте строку «{address} /new-page», а если страница убрана намеренно — «{address} gone».",
		],
	},
	// Pictures and files
	pictureMissing: {
		"en-US": [
			"The field has a picture that is a draft, archived or deleted: {asset}.",
			"Contentful marks it in the field: publish it, or choose another one.",
		],
		ru: [
			"В поле картинка, которая не опубликована, в архиве или удалена: {asset}.",
			"В Contentful она помечена в поле: опубликуйте её или выберите другую.",
		],
	},
	fileMissing: {
		"en-US": [
			"The text links to a file that is a draft, archived or deleted: {asset}.",
			"Publish the file, or link to another one.",
		],
		ru: [
			"В тексте ссылка на файл, который не опубликован, в архиве или удалён: {asset}.",
			"Опубликуйте файл или поставьте ссылку на другой.",
		],
	},
	fileEmpty: {
		"en-US": ["There is no file in English.", "Upload the file."],
		ru: ["В английской версии нет файла.", "Загрузите файл."],
	},
	fileRefused: {
		severity: "severe",
		"en-US": [
			"Contentful does not deliver the file ({status}).",
			"Upload the file again, and publish it.",
		],
		ru: ["Contentful не отдаёт файл ({status}).", "Загрузите файл снова и опубликуйте."],
	},
	fileLate: {
		severity: "severe",
		"en-US": [
			"Contentful has not delivered the file within {seconds} s.",
			"Wait: the site tries again by itself. If that does not help, upload the file again.",
		],
		ru: [
			"Contentful не отдал файл за {seconds} с.",
			"Подождите: сайт попробует ещё раз сам. Если не поможет, загрузите файл снова.",
		],
	},
	fileInterrupted: {
		severity: "severe",
		"en-US": [
			"Contentful has stopped sending the file, or sends nothing.",
			"Wait: the site tries again by itself. If that does not help, upload the file again.",
		],
		ru: [
			"Contentful перестал передавать файл или ничего не передаёт.",
			"Подождите: сайт попробует ещё раз сам. Если не поможет, загрузите файл снова.",
		],
	},
	fileTooLarge: {
		severity: "severe",
		"en-US": ["The file is larger than {limit} MB.", "Make it smaller, and upload it again."],
		ru: ["Файл больше {limit} МБ.", "Сделайте его меньше и загрузите снова."],
	},
	fileExecutable: {
		"en-US": [
			"The text links to a file that browsers would run like a program: {type}.",
			"Link to a PDF or another document instead.",
		],
		ru: [
			"В тексте ссылка на файл, который браузер выполнил бы как программу: {type}.",
			"Поставьте ссылку на PDF или другой документ.",
		],
	},
	filePersonal: {
		"en-US": [
			"The linked photograph has data from the camera, which can say where and when it was taken.",
			"Show it as a picture instead, or remove the data and upload the photograph again.",
		],
		ru: [
			"В фотографии по ссылке есть данные камеры: в них могут быть место и время съёмки.",
			"Поставьте её в текст картинкой или удалите эти данные и загрузите фотографию снова.",
		],
	},
	pictureUnreadable: {
		"en-US": [
			"The file’s format is {format}, which the site cannot show as a picture.",
			"Export the picture as JPEG, and upload it again.",
		],
		ru: [
			"Формат файла — {format}, показать его как картинку сайт не может.",
			"Сохраните картинку как JPEG и загрузите снова.",
		],
	},
	pictureUnknown: {
		"en-US": ["The file is no picture.", "Export it as JPEG, and upload it again."],
		ru: ["Этот файл — не картинка.", "Сохраните картинку как JPEG и загрузите снова."],
	},
	pictureCutOff: {
		"en-US": [
			"The file of the picture is cut off or damaged.",
			"Export it as JPEG, and upload it again.",
		],
		ru: ["Файл картинки обрывается или повреждён.", "Сохраните его как JPEG и загрузите снова."],
	},
	pictureTooLarge: {
		"en-US": [
			"The picture has {millions} million pixels; the limit is {limit} million.",
			"Export the picture smaller, and upload it again.",
		],
		ru: [
			"В картинке {millions} млн пикселей, а допустимо {limit} млн.",
			"Сохраните её в меньшем размере и загрузите снова.",
		],
	},
	pictureSmall: {
		severity: "info",
		"en-US": [
			"The picture is {width} pixels wide; its place needs {wanted}.",
			"Upload a larger version, so that it is not blurred.",
		],
		ru: [
			"Ширина картинки в пикселях — {width}, а нужно не меньше {wanted}.",
			"Загрузите картинку большего размера, чтобы она не была размытой.",
		],
	},
	pictureWithoutTitle: {
		severity: "info",
		"en-US": ["The picture has no title.", "Say in its title what it shows."],
		ru: ["У картинки нет названия.", "Напишите в названии, что на ней."],
	},
	focusUnknown: {
		"en-US": [
			"The focus “{focus}” is unknown. Possible are: {places}.",
			"Correct the beginning of the description.",
		],
		ru: [
			"Место «{focus}» после слова focus неизвестно. Возможны: {places}.",
			"Исправьте начало описания.",
		],
	},
	shareImageUnusable: {
		"en-US": [
			"The picture is a drawing, or smaller than 600 × 315 pixels.",
			"Choose a photograph of at least that size.",
		],
		ru: [
			"Это рисунок или картинка меньше 600 × 315 пикселей.",
			"Выберите фотографию не меньше этого размера.",
		],
	},
	// Search engines
	searchTextLong: {
		severity: "info",
		"en-US": ["The text has {length} characters; at most {best} are best.", "Shorten the text."],
		ru: ["Знаков в тексте: {length}, лучше не больше {best}.", "Сократите текст."],
	},
	homeHidden: {
		"en-US": [
			"The home page is hidden from search engines.",
			"Switch that off, unless nobody should find the site.",
		],
		ru: [
			"Главная страница скрыта от поисковых систем.",
			"Отключите это поле, если сайт должны находить.",
		],
	},
	openingHoursUnreadable: {
		severity: "info",
		"en-US": [
			"Search engines cannot read the opening hours.",
			"Write them like “Mo-Fr 09:00-17:00”.",
		],
		ru: [
			"Поисковые системы не могут прочитать часы работы.",
			"Напишите их так: «Mo-Fr 09:00-17:00».",
		],
	},
	// Duties by law
	privacyPolicyMissing: {
		severity: "info",
		"en-US": [
			"The newsletter form has no link to a privacy policy.",
			"Enter the address of the policy.",
		],
		ru: ["В форме рассылки нет ссылки на политику конфиденциальности.", "Введите адрес политики."],
	},
	legalNameMissing: {
		severity: "info",
		"en-US": ["No company or person is named as running the practice.", "Enter the legal name."],
		ru: ["Не указано, кто ведёт практику.", "Введите название компании или имя."],
	},
	postalAddressMissing: {
		severity: "info",
		"en-US": ["There is no postal address.", "Enter the address."],
		ru: ["Нет почтового адреса.", "Введите адрес."],
	},
	// Prices and payment links
	productWithoutPrice: {
		"en-US": [
			"The product {product} has no active one-time price in Stripe.",
			"Check the id in this field, and in Stripe that the product has an active price that is paid once.",
		],
		ru: [
			"У продукта {product} в Stripe нет действующей разовой цены.",
			"Проверьте id в этом поле, а в Stripe — есть ли у продукта действующая разовая цена.",
		],
	},
	productArchived: {
		"en-US": [
			"The product {product} is archived in Stripe.",
			"Unarchive the product, or enter the id of another one.",
		],
		ru: [
			"Продукт {product} в Stripe в архиве.",
			"Верните продукт из архива или введите id другого.",
		],
	},
	priceUnusable: {
		"en-US": [
			"In Stripe, the product {product} has only prices that cannot be shown: 0, chosen by the customer, in tiers or in fractions of a penny.",
			"Add an active price that is paid once, of a fixed amount in whole pence.",
		],
		ru: [
			"У продукта {product} в Stripe только такие цены, которые показать нельзя: нулевые, на выбор покупателя, ступенчатые или с долями пенса.",
			"Добавьте действующую разовую цену с постоянной суммой в целых пенсах.",
		],
	},
	priceIdEntered: {
		"en-US": [
			"“{id}” is the id of a price.",
			"Enter that of its product, which begins with prod_.",
		],
		ru: ["«{id}» — это id цены.", "Введите id её продукта, он начинается с prod_."],
	},
	pricesSeveral: {
		severity: "info",
		"en-US": [
			"The product {product} has several active prices in Stripe: {count}.",
			"Archive the old ones.",
		],
		ru: [
			"У продукта {product} в Stripe несколько действующих цен: {count}.",
			"Отправьте старые в архив.",
		],
	},
	productRepeated: {
		"en-US": ["More than one offer has the product {product}.", "Check the product of each."],
		ru: [
			"У нескольких предложений один и тот же продукт {product}.",
			"Проверьте, какой продукт указан в каждом.",
		],
	},
	offersWithoutPrices: {
		"en-US": [
			"No offer of the page has a price: {products}.",
			"Check in Stripe that these products are active and have one-time prices above 0. If they do, tell your administrator: STRIPE_API_KEY may be of another account or of the test mode.",
		],
		ru: [
			"Ни у одного предложения на странице нет цены: {products}.",
			"Проверьте в Stripe, что эти продукты не в архиве и что у них есть разовые цены больше нуля. Если всё так, сообщите администратору: возможно, STRIPE_API_KEY от другого аккаунта или из тестового режима.",
		],
	},
	priceZero: {
		"en-US": ["The price is 0.", "Enter the price, or leave the field empty."],
		ru: ["Цена равна нулю.", "Введите цену или оставьте поле пустым."],
	},
	priceUnreadable: {
		"en-US": ["“{found}” is no amount in pounds.", "Write it like 199, 99.50 or “from 199”."],
		ru: [
			"«{found}» — не сумма в фунтах.",
			"Напишите её так: 199, 99.50 или, по-английски, «from 199».",
		],
	},
	paymentLinkMissing: {
		"en-US": ["There is no payment link.", "Copy it from Stripe."],
		ru: ["Нет платёжной ссылки.", "Скопируйте её из Stripe."],
	},
	paymentLinkOfTestMode: {
		"en-US": [
			"The payment link belongs to Stripe’s test mode.",
			"Create it again outside the test mode.",
		],
		ru: ["Платёжная ссылка из тестового режима Stripe.", "Создайте её вне тестового режима."],
	},
	paymentLinkUnknown: {
		"en-US": [
			"Stripe does not know the payment link {link}.",
			"Copy the address again: it is mistyped, or from another account.",
		],
		ru: [
			"Stripe не знает платёжной ссылки {link}.",
			"Скопируйте адрес ещё раз: в нём опечатка или он от другого аккаунта.",
		],
	},
	paymentLinkInactive: {
		"en-US": [
			"The payment link {link} is deactivated in Stripe.",
			"Activate the link in Stripe, or enter another one.",
		],
		ru: [
			"Платёжная ссылка {link} в Stripe отключена.",
			"Включите ссылку в Stripe или введите другую.",
		],
	},
	paymentLinkOfManyProducts: {
		"en-US": [
			"The payment link {link} charges for more than {count} products.",
			"Enter the link of this offer alone.",
		],
		ru: [
			"По платёжной ссылке {link} оплачивается больше {count} продуктов.",
			"Введите ссылку только на это предложение.",
		],
	},
	paymentLinkOfFreeAmount: {
		"en-US": [
			"The payment link {link} lets the customer choose the amount.",
			"Enter a link with a fixed price.",
		],
		ru: [
			"По платёжной ссылке {link} покупатель сам выбирает сумму.",
			"Введите ссылку с постоянной ценой.",
		],
	},
	paymentLinkOfQuantity: {
		"en-US": [
			"The payment link {link} requires a quantity above 1.",
			"Set its minimum quantity to 1 in Stripe.",
		],
		ru: [
			"Платёжная ссылка {link} требует количества больше 1.",
			"Задайте в Stripe наименьшее количество 1.",
		],
	},
	paymentLinkAddsTax: {
		"en-US": [
			"The payment link {link} adds tax to its price.",
			"Choose a price that includes tax in Stripe.",
		],
		ru: [
			"Платёжная ссылка {link} прибавляет к цене налог.",
			"Выберите в Stripe цену, которая включает налог.",
		],
	},
	paymentLinkMayAddTax: {
		"en-US": [
			"The payment link {link} may add tax: its price does not say that it includes tax.",
			"Choose a price that includes tax in Stripe.",
		],
		ru: [
			"Платёжная ссылка {link} может прибавить налог: о её цене не сказано, что она его включает.",
			"Выберите в Stripe цену, которая включает налог.",
		],
	},
	paymentLinkAddsShipping: {
		"en-US": [
			"The payment link {link} adds {amount} for shipping.",
			"Include it in the price in Stripe.",
		],
		ru: [
			"Платёжная ссылка {link} прибавляет {amount} за доставку.",
			"Включите доставку в цену в Stripe.",
		],
	},
	paymentLinkOfOtherAmount: {
		"en-US": ["The payment link {link} charges {charges}.", "Enter the link of the right price."],
		ru: ["По платёжной ссылке {link} списывается {charges}.", "Введите ссылку с верной ценой."],
	},
	paymentLinkNotMonthly: {
		"en-US": [
			"The payment link {link} charges {charges}, and its button offers monthly payment.",
			"Enter a link that charges every month.",
		],
		ru: [
			"По платёжной ссылке {link} списывается {charges}, а кнопка предлагает платить по месяцам.",
			"Введите ссылку с ежемесячной оплатой.",
		],
	},
	paymentLinkOfOtherProduct: {
		"en-US": [
			"The payment link {link} sells {products}, and the entry names {product}.",
			"Enter the link of the entry’s product; change nothing if the other product is meant.",
		],
		ru: [
			"По платёжной ссылке {link} продаётся {products}, а в записи указан {product}.",
			"Введите ссылку на продукт записи; если имеется в виду другой, ничего не меняйте.",
		],
	},
	paymentsEndless: {
		severity: "info",
		"en-US": [
			"The monthly payments do not end by themselves, although the package has a duration.",
			"Cancel each subscription in Stripe after its last payment.",
		],
		ru: [
			"Ежемесячные платежи сами не закончатся, хотя у пакета есть длительность.",
			"Отменяйте каждую подписку в Stripe после последнего платежа.",
		],
	},
	stripeTestMode: {
		severity: "severe",
		"en-US": [
			"The key and its prices belong to Stripe’s test mode.",
			"Tell your administrator, who sets a live key.",
		],
		ru: [
			"Ключ и его цены из тестового режима Stripe.",
			"Сообщите администратору, что нужен рабочий ключ.",
		],
	},
	paymentLinksUnreadable: {
		severity: "info",
		"en-US": [
			"The key is not allowed to read payment links.",
			"Tell your administrator, who gives the key the permission Payment Links: Read.",
		],
		ru: [
			"У ключа нет права читать платёжные ссылки.",
			"Сообщите администратору, что ключу нужно право Payment Links: Read.",
		],
	},
	brevoRefuses: {
		"en-US": [
			"Brevo refuses the key ({reason}).",
			"Tell your administrator, who checks the key and, in Brevo, Settings → Security → Authorised IPs.",
		],
		ru: [
			"Brevo не принимает ключ ({reason}).",
			"Сообщите администратору: нужно проверить ключ, а в Brevo — Settings → Security → Authorised IPs.",
		],
	},
	brevoLacks: {
		"en-US": [
			"Brevo does not find {request} ({reason}).",
			"Tell your administrator, who checks the numbers of the list and the templates.",
		],
		ru: [
			"Brevo не находит {request} ({reason}).",
			"Сообщите администратору: нужно проверить номера списка и шаблонов.",
		],
	},
	brevoTemplateInactive: {
		"en-US": ["A template is not active in Brevo: {request}.", "Activate the template."],
		ru: ["В Brevo выключен шаблон: {request}.", "Включите шаблон."],
	},
	senderInactive: {
		"en-US": ["{email} is no active sender in Brevo.", "Add it to Brevo’s senders."],
		ru: ["{email} — не действующий отправитель в Brevo.", "Добавьте его к отправителям Brevo."],
	},
	// Services
	serviceRefuses: {
		"en-US": ["{service} refuses the key ({status}).", "Check the variable {variable}."],
		ru: ["{service} не принимает ключ ({status}).", "Проверьте переменную {variable}."],
	},
	stripeRightMissing: {
		"en-US": [
			"The key of Stripe lacks a right (403).",
			"STRIPE_API_KEY needs Prices: Read and Products: Read.",
		],
		ru: [
			"Ключу Stripe не хватает права (403).",
			"STRIPE_API_KEY нужны Prices: Read и Products: Read.",
		],
	},
	spaceUnknown: {
		"en-US": [
			"Contentful does not know the space or the environment (404).",
			"Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT.",
		],
		ru: [
			"Contentful не знает такого пространства или окружения (404).",
			"Проверьте CONTENTFUL_SPACE_ID и CONTENTFUL_ENVIRONMENT.",
		],
	},
	answerUnknown: {
		"en-US": [
			"{service} answers something else than its API documents: {property}, {reason}.",
			"Tell your developer.",
		],
		ru: [
			"{service} отвечает не так, как описано в его API: {property}, {reason}.",
			"Сообщите разработчику.",
		],
	},
	serviceUnavailable: {
		"en-US": [
			"{service} gives no usable answer ({reason}).",
			"Wait; its status page names outages.",
		],
		ru: [
			"{service} не даёт пригодного ответа ({reason}).",
			"Подождите; о сбоях сервис сообщает на своей странице состояния.",
		],
	},
	changeUndelivered: {
		"en-US": [
			"Contentful has not delivered the change yet.",
			"Wait: the site tries again by itself. If that does not help, publish the change again.",
		],
		ru: [
			"Contentful ещё не отдал это изменение.",
			"Подождите: сайт попробует ещё раз сам. Если не поможет, опубликуйте изменение снова.",
		],
	},
	rolledBack: {
		"en-US": [
			"The site is rolled back to version {rollback}; version {live} is shown.",
			"To publish again, tell your administrator to run npm run versions -- --release.",
		],
		ru: [
			"Сайт возвращён к версии {rollback}, показывается версия {live}.",
			"Чтобы снова публиковать, попросите администратора выполнить npm run versions -- --release.",
		],
	},
	localesMissing: {
		"en-US": [
			"The Contentful space has the locales {found}, and the site needs {wanted}.",
			"Add the missing one under Settings, Locales.",
		],
		ru: [
			"В пространстве Contentful есть языки {found}, а сайту нужны {wanted}.",
			"Добавьте недостающий: Settings, Locales.",
		],
	},
	entriesLost: {
		"en-US": [
			"Contentful lacks {count} of {all} listed entries: {names}.",
			"Wait, as during an outage; if they were taken away on purpose, take them off their lists.",
		],
		ru: [
			"Contentful не отдаёт записей: {count} из {all} ({names}).",
			"Подождите, как при сбое; если они убраны намеренно, уберите их и из списков.",
		],
	},
	filesLost: {
		"en-US": [
			"Contentful lacks {count} of {all} files: {names}.",
			"Wait, as during an outage; if they were taken away on purpose, remove the links to them.",
		],
		ru: [
			"Contentful не отдаёт файлов: {count} из {all} ({names}).",
			"Подождите, как при сбое; если они убраны намеренно, уберите и ссылки на них.",
		],
	},
	pricesLost: {
		"en-US": [
			"Stripe lacks prices of {count} of {all} products: {names}.",
			"Wait, as during an outage; if they are no longer sold, take them off their lists.",
		],
		ru: [
			"У Stripe нет цен для продуктов: {count} из {all} ({names}).",
			"Подождите, как при сбое; если они больше не продаются, уберите их из списков.",
		],
	},
} as const satisfies Record<string, Definition>;

export type Code = keyof typeof findings;
export type Consequence = keyof typeof consequences;

/** Returns the severity of a consequence, or else of the finding, which by default is a warning. */
export function rate(code: Code, consequence: Consequence): Severity {
	const { severity = "warning" }: Definition = findings[code];
	const effect: Effect = consequences[consequence];
	return effect.severity ?? severity;
}

/** Names of the placeholders in a text. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
	? Name | Names<Rest>
	: never;

/** Names of the values that the texts of a finding contain. */
export type ValueNames<OfCode extends Code, OfConsequence extends Consequence> = Names<
	(typeof findings)[OfCode][Locale][0 | 1] | (typeof consequences)[OfConsequence][Locale]
>;
