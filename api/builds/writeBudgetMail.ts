/**
 * Writes the mail that explains to the owner why changes go live later for the rest of the month, in each language.
 * @param monthEnd beginning of the next month, in milliseconds since 1970
 */
export function writeBudgetMail(limit: number, deploys: number, monthEnd: number) {
	const nextMonth = (language: string) =>
		new Date(monthEnd).toLocaleDateString(language, {
			day: "numeric",
			month: "long",
			timeZone: "UTC",
		});
	return {
		"en-US": {
			subject: "The website is published once a day at most",
			text: `The website may be published ${limit} times this month, and ${deploys} of them are used up. Each publication costs credits on Netlify. When a team has no credits left, Netlify takes its websites off the net.

So until ${nextMonth("en-GB")} the website is published once a day at most, and less often when the rest would not last. Changes are collected until then, and none is lost. Visitors notice nothing.

What you can do:

- Nothing. From ${nextMonth("en-GB")} on, changes go live within minutes again.

- Publish many changes in one go, and rarely: changes within a few minutes share one publication.

- To publish at once, choose Deploys, Trigger deploy in Netlify. That is never refused, and costs the same credits.

- Choose a larger plan in Netlify, and ask your administrator to raise NETLIFY_DEPLOYS_PER_MONTH.
`,
		},
		ru: {
			subject: "Сайт публикуется не\u00a0чаще раза в\u00a0день",
			text: `Публикаций сайта на\u00a0этот месяц отведено ${limit}, израсходовано\u00a0— ${deploys}. Каждая публикация стоит кредитов Netlify. Когда у\u00a0команды они кончаются, Netlify отключает её\u00a0сайты.

Поэтому до\u00a0${nextMonth("ru")} сайт публикуется не\u00a0чаще раза в\u00a0день, а\u00a0если оставшегося не\u00a0хватит\u00a0— ещё реже. Изменения пока накапливаются, ни\u00a0одно не\u00a0пропадёт. Посетители ничего не\u00a0заметят.

Что можно сделать:

—\u00a0Ничего. С\u00a0${nextMonth("ru")} изменения снова будут появляться на\u00a0сайте за\u00a0несколько минут.

—\u00a0Публиковать реже и\u00a0помногу: изменения, между которыми несколько минут, выходят одной публикацией.

—\u00a0Чтобы опубликовать сразу, выберите в\u00a0Netlify: Deploys, Trigger deploy. Отказа не\u00a0будет, а\u00a0кредитов уйдёт столько\u00a0же.

—\u00a0Выбрать в\u00a0Netlify тариф побольше и\u00a0попросить администратора увеличить NETLIFY_DEPLOYS_PER_MONTH.
`,
		},
	};
}
