import { isDeepStrictEqual } from "node:util";
import type {
	ContentFields,
	ContentTypeProps,
	Control,
	EditorInterfaceProps,
} from "contentful-management";
import { stateOf } from "./spaceContent.ts";
import type { ContentTypeWrite } from "./writeContentType.ts";

/** A content type as the content model defines it, with its id in the Contentful space. */
export type WantedType = {
	id: string;
	name: string;
	description: string;
	displayField: string | null;
	fields: ContentFields[];
	controls: Control[];
};

/** Result of comparing a content type of the space with the content model. */
export type TypeComparison = {
	id: string;
	name: string;
	/** Changes to make, one line each, such as "add field …". Empty when the space matches the content model. */
	changes: string[];
	/** Differences that an update does not remove, one sentence each. */
	unchangedDifferences: string[];
	write: ContentTypeWrite;
};

/**
 * Compares a content type of a space with the type that the site needs.
 * @param publishedCount number of published entries of the type
 */
export function compareType(
	wanted: WantedType,
	current: ContentTypeProps | undefined,
	editor: EditorInterfaceProps | undefined,
	publishedCount: number,
): TypeComparison {
	const { id, name, description, displayField } = wanted;
	if (!current) return describeNewType(wanted);

	const fields = compareFields(wanted.fields, current.fields, publishedCount);
	const controls = compareControls(wanted.controls, editor?.controls ?? [], fields.merged);
	const changes = [...fields.changes, ...controls.changes];
	if (current.description !== description) changes.push("change help text of the content type");
	if (stateOf(current) !== "published")
		changes.push("publish the content type, which has unpublished changes");
	const values = {
		name: current.name,
		description,
		displayField: current.displayField ?? displayField ?? undefined,
		fields: fields.merged,
	};
	return {
		id,
		name,
		changes,
		unchangedDifferences: fields.unchangedDifferences,
		write: { id, current, values, editorInterface: { controls: controls.merged } },
	};
}

function describeNewType(wanted: WantedType): TypeComparison {
	const { id, name, description, displayField, fields, controls } = wanted;
	const values = { name, description, displayField: displayField ?? undefined, fields };
	const fieldNames = fields.map((field) => field.id).join(", ");
	return {
		id,
		name,
		changes: [`add the content type with ${fields.length} fields: ${fieldNames}`],
		unchangedDifferences: [],
		write: { id, current: undefined, values, editorInterface: { controls } },
	};
}

function compareFields(wanted: ContentFields[], current: ContentFields[], publishedCount: number) {
	const changes: string[] = [];
	const unchangedDifferences: string[] = [];
	const merged = [...current];
	for (const [index, field] of wanted.entries()) {
		const position = merged.findIndex(({ id }) => id === field.id);
		const found = merged[position];
		if (!found) {
			const precedingIds = wanted.slice(0, index).map(({ id }) => id);
			const ids = merged.map(({ id }) => id);
			merged.splice(positionAfter(precedingIds, ids), 0, field);
			changes.push(describeNewField(field, publishedCount));
			continue;
		}
		unchangedDifferences.push(...describeFixedDifferences(field, found));
		const updated = updateValidations(field, found);
		if (isDeepStrictEqual(updated, found)) continue;
		merged[position] = updated;
		changes.push(describeValidationChange(updated, found, publishedCount));
	}
	const wantedIds = new Set(wanted.map(({ id }) => id));
	const unknown = current.filter(({ id }) => !wantedIds.has(id)).map(({ id }) => id);
	if (unknown.length > 0)
		unchangedDifferences.push(`Fields that the site does not know: ${unknown.join(", ")}.`);
	return { merged, changes, unchangedDifferences };
}

/** Returns the position in `ids` at which a new id must be inserted to come after all `precedingIds`. */
function positionAfter(precedingIds: string[], ids: string[]): number {
	return ids.findLastIndex((id) => precedingIds.includes(id)) + 1;
}

function describeNewField(
	{ id, type, localized, required }: ContentFields,
	publishedCount: number,
): string {
	const languages = localized ? "in both languages" : "the same in both languages";
	const requirement = required ? `required${requiredNote(publishedCount)}` : "optional";
	return `add field ${id} (${type}, ${languages}, ${requirement})`;
}

function requiredNote(publishedCount: number): string {
	if (publishedCount === 0) return "";
	return `: editors must fill it in before they can publish a change of the ${publishedCount} published entries`;
}

/** Describes differences that the space update reports but leaves unchanged, such as another field type. */
function describeFixedDifferences(wanted: ContentFields, found: ContentFields): string[] {
	const differences: string[] = [];
	if (typeOf(found) !== typeOf(wanted)) {
		differences.push(
			`Field ${found.id} is ${typeOf(found)} and would be ${typeOf(wanted)} in a new space: Contentful cannot change the type of a field.`,
		);
	}
	if (found.localized !== wanted.localized) {
		const state = found.localized ? "is localised" : "is not localised";
		differences.push(`Field ${found.id} ${state}, unlike in a new space.`);
	}
	if (found.omitted)
		differences.push(
			`Field ${found.id} is left out of the API's answers, so the site cannot show it.`,
		);
	if (found.disabled) differences.push(`Field ${found.id} is hidden from editors.`);
	return differences;
}

/** Describes the type of a field, with the type of its items: `Array of Link to Entry`. */
function typeOf({ type, linkType, items }: ContentFields): string {
	if (items) return `${type} of ${typeOf(items as ContentFields)}`;
	return linkType ? `${type} to ${linkType}` : type;
}

type Validations = NonNullable<ContentFields["validations"]>;

/**
 * Returns the space's field with the validations of the content model added. Keeps all other validations of the field.
 */
function updateValidations(wanted: ContentFields, found: ContentFields): ContentFields {
	// If the types differ, Contentful would refuse the wanted validations, so the field stays unchanged.
	if (typeOf(found) !== typeOf(wanted)) return found;
	const updated = { ...found };
	if (Boolean(found.required) !== Boolean(wanted.required)) updated.required = wanted.required;
	const missing = missingValidations(wanted.validations, found.validations);
	if (missing.length > 0) updated.validations = mergeValidations(missing, found.validations);
	const missingInItems = missingValidations(wanted.items?.validations, found.items?.validations);
	if (found.items && missingInItems.length > 0) {
		updated.items = {
			...found.items,
			validations: mergeValidations(missingInItems, found.items.validations),
		};
	}
	return updated;
}

function missingValidations(wanted: Validations = [], found: Validations = []): Validations {
	return wanted.filter(
		(validation) => !found.some((one) => isEqual(one, validation) || acceptsMore(one, validation)),
	);
}

/**
 * Checks whether two validations are equal. Ignores `null` properties, because Contentful returns unset properties as
 * `null`.
 */
function isEqual(one: object, other: object): boolean {
	const formatWithoutNulls = (validation: object) =>
		JSON.stringify(validation, (_, part) => part ?? undefined);
	return isDeepStrictEqual(
		JSON.parse(formatWithoutNulls(one)),
		JSON.parse(formatWithoutNulls(other)),
	);
}

function mergeValidations(missing: Validations, found: Validations = []): Validations {
	const replaced = found.map(
		(one) => missing.find((validation) => ruleOf(validation) === ruleOf(one)) ?? one,
	);
	const added = missing.filter((validation) => !replaced.includes(validation));
	return [...replaced, ...added];
}

/** Returns the name of the rule that a validation applies, such as `regexp`. */
function ruleOf(validation: object): string | undefined {
	return Object.keys(validation).find((key) => key !== "message");
}

/** Checks whether a link field of the space accepts at least the content types that the content model allows. */
function acceptsMore(found: Validations[number], wanted: Validations[number]): boolean {
	const foundTypes = [found.linkContentType ?? []].flat();
	const wantedTypes = [wanted.linkContentType ?? []].flat();
	return wantedTypes.length > 0 && wantedTypes.every((type) => foundTypes.includes(type));
}

function describeValidationChange(
	updated: ContentFields,
	found: ContentFields,
	publishedCount: number,
): string {
	const parts: string[] = [];
	if (Boolean(updated.required) !== Boolean(found.required)) {
		parts.push(
			updated.required ? `required${requiredNote(publishedCount)}` : "optional from now on",
		);
	}
	if (updated.validations !== found.validations) parts.push(JSON.stringify(updated.validations));
	if (updated.items !== found.items) parts.push(JSON.stringify(updated.items?.validations));
	return `change validation of field ${updated.id}: ${parts.join("; ")}`;
}

function compareControls(wanted: Control[], current: Control[], fields: ContentFields[]) {
	const changes: string[] = [];
	const merged = [...current];
	const fieldIds = new Set(fields.map(({ id }) => id));
	for (const [index, control] of wanted.entries()) {
		if (!fieldIds.has(control.fieldId)) continue;
		const position = merged.findIndex(({ fieldId }) => fieldId === control.fieldId);
		const found = merged[position];
		if (!found) {
			const precedingIds = wanted.slice(0, index).map(({ fieldId }) => fieldId);
			const ids = merged.map(({ fieldId }) => fieldId);
			merged.splice(positionAfter(precedingIds, ids), 0, control);
			changes.push(`add help text of field ${control.fieldId}`);
		} else if (found.settings?.helpText !== control.settings?.helpText) {
			merged[position] = {
				...control,
				...found,
				settings: { ...found.settings, ...control.settings },
			};
			changes.push(`change help text of field ${control.fieldId}`);
		}
	}
	return { merged, changes };
}
