import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { FirstStep } from "../../components/FirstStep/FirstStep.tsx";
import { LateStyles } from "../../components/LateStyles/LateStyles.tsx";
import { MailLink } from "../../components/MailLink/MailLink.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { Notice } from "../../components/Notice/Notice.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { Text } from "../../components/Text/Text.tsx";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Reviews } from "./Reviews.tsx";
import "./hero.css";
import "../../components/fonts/italic.css";

type Props = { content: Snapshot };

export function Page({ content }: Props) {
	return (
		<>
			<Notice id="subscribed">{words[content.locale].subscribed}</Notice>
			<Hero content={content} />
			<LateStyles />
			<AidList content={content} />
			<Reviews content={content} />
			<Commitments content={content} />
			<Contact content={content} />
		</>
	);
}

function Hero({ content }: Props) {
	const { home, appShell } = content;
	const [firstImage, ...otherImages] = home.heroImages;
	return (
		<section className="hero beside">
			<div>
				<h1>
					<Text isTitle text={home.heroTitle} />{" "}
					<Text as="em" isTitle text={home.heroTitleAccent} />
				</h1>
				<Practitioner content={content} />
				<FirstStep content={content} />
				<RichText text={home.heroDescription} className="lead" />
				<MailLink
					email={appShell.contactEmail}
					label={appShell.haveQuestionsButton}
					className="action"
				/>
			</div>
			{firstImage && (
				<div className="hero-pictures">
					<Picture picture={firstImage} place="half" loading="first" />
					{otherImages.length > 0 && (
						<div>
							{otherImages.map((picture) => (
								<Picture key={picture.src} picture={picture} place="quarter" />
							))}
						</div>
					)}
				</div>
			)}
		</section>
	);
}

function AidList({ content }: Props) {
	const { heroAidListTitle, heroAidList, heroCover } = content.home;
	if (!heroAidListTitle && heroAidList.length === 0 && !heroCover) return null;
	return (
		<section className="beside tinted">
			{(heroAidListTitle || heroAidList.length > 0) && (
				<div>
					<Text as="h2" text={heroAidListTitle} />
					{heroAidList.length > 0 && (
						<ul className="checklist">
							{heroAidList.map((aid) => (
								<Text key={aid.value} as="li" text={aid} />
							))}
						</ul>
					)}
				</div>
			)}
			<Picture picture={heroCover} place="half" />
		</section>
	);
}

function Commitments({ content }: Props) {
	const commitments = content.home.commitments.filter(
		({ label, description, cover }) => label || description || cover,
	);
	if (commitments.length === 0) return null;
	return (
		<section className="tinted" aria-labelledby="commitments-title">
			<h2 id="commitments-title">{words[content.locale].commitments}</h2>
			<ul className="cards">
				{commitments.map(({ id, label, description, cover }) => (
					<li key={id} id={id}>
						<Picture picture={cover} place="card" />
						<Text as="h3" text={label} />
						<RichText text={description} headingLevel={label ? 4 : 3} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Contact({ content }: Props) {
	const { socialMedia } = content.home;
	return (
		<div>
			<ContactButtons content={content} />
			{socialMedia.length > 0 && (
				<ul className="social" aria-label={words[content.locale].socialMedia}>
					{socialMedia.map(({ id, url, logo }) => (
						<li key={id}>
							<NewTabLink href={url}>
								<Picture
									picture={logo}
									place="icon"
									fallbackName={{ value: new URL(url).host }}
									className="plate"
								/>
							</NewTabLink>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
