import type { Locale } from "../../content/locales.ts";

const english = {
	title: "Status of the website",
	liveSince: "Live since {time}.",
	unreadable: "The live version cannot be read.",
	updating: "Being updated.",
	lateSince: "Not up to date since {time}",
	versions: "Versions",
	failingSubject: "The website cannot be updated",
	failingSince: "Since {time} the website does not show the latest content.",
	reason: "The reason:",
	retries:
		"The server tries again by itself, at least once an hour. When an update succeeds, you get one more mail.",
	endedSubject: "The website is up to date again",
	ended: "The website shows the latest content again.",
};

/** Texts of the page `/status` and of the mails about failed rebuilds. */
export const statusWords: Record<Locale, typeof english> = {
	"en-US": english,
	ru: {
		title: "Состояние сайта",
		liveSince: "Нынешняя версия на\u00a0сайте с\u00a0{time}.",
		unreadable: "Опубликованную версию не\u00a0удаётся прочитать.",
		updating: "Сайт обновляется.",
		lateSince: "Последних изменений на\u00a0сайте нет с\u00a0{time}",
		versions: "Версии",
		failingSubject: "Сайт не\u00a0обновляется",
		failingSince: "С {time} сайт не\u00a0показывает последних изменений.",
		reason: "Причина:",
		retries:
			"Сервер повторяет попытки сам, не\u00a0реже раза в\u00a0час. Когда обновление удастся, придёт ещё одно письмо.",
		endedSubject: "Сайт снова обновлён",
		ended: "Сайт снова показывает последние изменения.",
	},
};

/** Formats a time in UTC. */
export function formatTime(time: Date, locale: Locale): string {
	const language = locale === "ru" ? "ru" : "en-GB";
	return time.toLocaleString(language, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
}
