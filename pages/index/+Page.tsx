import { ContactButtons } from "../../components/ContactButtons/ContactButtons.tsx";
import { FirstStepBand } from "../../components/FirstStep/FirstStepBand.tsx";
import { FirstStepLink } from "../../components/FirstStep/FirstStepLink.tsx";
import { Icon } from "../../components/Icon/Icon.tsx";
import { MailLink } from "../../components/MailLink/MailLink.tsx";
import { NewTabLink } from "../../components/NewTabLink/NewTabLink.tsx";
import { Notice } from "../../components/Notice/Notice.tsx";
import { Picture } from "../../components/Picture/Picture.tsx";
import { sizes } from "../../components/Picture/sizes.ts";
import { Practitioner } from "../../components/Practitioner/Practitioner.tsx";
import { RichText } from "../../components/RichText/RichText.tsx";
import { ServiceButton } from "../../components/ServiceButton/ServiceButton.tsx";
import { Text } from "../../components/Text/Text.tsx";
import { WaysToBegin } from "../../components/WaysToBegin/WaysToBegin.tsx";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { findService } from "../../content/listServices.ts";
import { toPlainText } from "../../content/plainText.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { Reviews } from "./Reviews.tsx";
import "./home.css";
import "../../components/fonts/italic.css";

/** Maximum length of title and description together above the first button, in characters. */
const maxLengthBeforeButton = 320;

/** Maximum length of a title in the largest size, in characters. */
const maxLargeHeroTitleLength = 70;

export function Page({ content }: { content: Snapshot }) {
	const { home, appShell } = content;
	const firstStep = findFirstStep(content);
	const consultationService = findService(content, "consultations");
	const titleLength = `${home.heroTitle.value} ${home.heroTitleAccent?.value ?? ""}`.length;
	const description = <RichText text={home.heroDescription} className="lead" />;
	const isDescriptionLast = titleLength + toPlainText(home.heroDescription).length > maxLengthBeforeButton;
	return (
		<>
			<Notice id="subscribed">{words[content.locale].subscribed}</Notice>
			<section className={titleLength > maxLargeHeroTitleLength ? "hero beside long" : "hero beside"}>
				<div>
					<h1>
						<Text isTitle text={home.heroTitle} />
						{home.heroTitleAccent && (
							<>
								{" "}
								<Text as="em" isTitle text={home.heroTitleAccent} />
							</>
						)}
					</h1>
					<Practitioner content={content} isLarge />
					{!isDescriptionLast && description}
					<div className="actions">
						{firstStep && <FirstStepLink step={firstStep} content={content} />}
						{!firstStep && consultationService && <ServiceButton service={consultationService} content={content} />}
						<MailLink
							email={appShell.contactEmail}
							label={appShell.haveQuestionsButton}
							className={consultationService ? "action" : "button"}
						/>
					</div>
					{isDescriptionLast && description}
				</div>
				{home.heroImages.length > 0 && (
					<div className={`hero-pictures ${choosePicturesClass(home.heroImages.length)}`}>
						{home.heroImages.map((picture, index) => (
							<Picture
								key={picture.src}
								picture={picture}
								sizes={index === 0 ? sizes.heroFirst : sizes.heroOther}
								loading={index === 0 ? "first" : "afterWords"}
							/>
						))}
					</div>
				)}
			</section>
			<AidList content={content} />
			<Reviews content={content} />
			<FirstStepBand content={content} />
			<WaysToBegin content={content} />
			<Commitments content={content} />
			<div className="contact tight">
				<ContactButtons content={content} isSecondary={consultationService !== undefined} />
				{home.socialMedia.length > 0 && (
					<ul className="social" aria-label={words[content.locale].socialMedia}>
						{home.socialMedia.map(({ id, url, logo }) => (
							<li key={id}>
								<NewTabLink href={url}>
									<Picture picture={logo} sizes={sizes.icon} fallbackName={{ value: new URL(url).host }} />
								</NewTabLink>
							</li>
						))}
					</ul>
				)}
			</div>
		</>
	);
}

/** Returns the classes of the hero's pictures. Two or three pictures overlap. */
function choosePicturesClass(count: number): string {
	if (count > 3) return "many";
	if (count === 3) return "overlap";
	return count === 2 ? "overlap two" : "overlap one";
}

function AidList({ content }: { content: Snapshot }) {
	const { heroAidListTitle, heroAidList, heroCover } = content.home;
	if (!heroAidListTitle && heroAidList.length === 0 && !heroCover) return null;
	const title = <Text as="h2" text={heroAidListTitle} />;
	const list = heroAidList.length > 0 && (
		<ul className="checklist">
			{heroAidList.map((aid) => (
				<li key={aid.value}>
					<Icon name="check" />
					<Text as="span" text={aid} />
				</li>
			))}
		</ul>
	);
	if (!heroCover) {
		return (
			<section className="aid headed band tinted tight">
				{title}
				{list}
			</section>
		);
	}
	return (
		<section className="aid beside band tinted tight">
			{(heroAidListTitle || list) && (
				<div>
					{title}
					{list}
				</div>
			)}
			<Picture picture={heroCover} sizes={sizes.checklist(heroCover, heroAidList.length)} />
		</section>
	);
}

function Commitments({ content }: { content: Snapshot }) {
	const { commitments } = content.home;
	if (commitments.length === 0) return null;
	const hasPictures = commitments.some(({ cover }) => cover);
	return (
		<section
			className={commitments.length === 1 ? "commitments headed band tight" : "commitments band"}
			aria-labelledby="commitments-title"
		>
			<h2 id="commitments-title">{words[content.locale].commitments}</h2>
			<ul>
				{commitments.map(({ id, label, description, cover }) => (
					<li key={id} id={id} className={hasPictures && !cover ? "plate" : undefined}>
						<Picture picture={cover} sizes={sizes.commitment} />
						<Text as="h3" text={label} />
						<RichText text={description} headingLevel={label ? 4 : 3} />
					</li>
				))}
			</ul>
		</section>
	);
}
