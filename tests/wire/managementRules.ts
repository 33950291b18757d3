export type ManagedField = {
	id: string;
	name?: string;
	type: string;
	localized?: boolean;
	required?: boolean;
	omitted?: boolean;
	validations?: Validation[];
	items?: { type: string; validations?: Validation[] };
};
type Validation = Record<string, unknown> & {
	regexp?: { pattern: string; flags: string | null };
	enabledMarks?: string[];
};
export type ManagedType = { fields: ManagedField[]; displayField?: string | null };

/** Validation error in the format of Contentful's `details.errors`. */
export type ValidationError = { name: string; path: (string | number)[]; details: string };

const fieldTypes = [
	...["Symbol", "Text", "RichText", "Integer", "Number", "Date", "Boolean", "Object", "Location", "Array"],
	...["Link", "ResourceLink"],
];

const validationRules = [
	...["regexp", "in", "size", "range", "unique", "linkContentType", "linkMimetypeGroup", "nodes", "dateRange"],
	...["enabledMarks", "enabledNodeTypes", "assetFileSize", "assetImageDimensions"],
];

/**
 * Validates a content type as Contentful does.
 * https://www.contentful.com/developers/docs/references/content-management-api/#/reference/content-types
 * @param published the published version of the content type; undefined if the content type was never published
 */
export function checkContentType(next: ManagedType, published: ManagedType | undefined): ValidationError[] {
	const ids = next.fields.map(({ id }) => id);
	const errors = [
		...next.fields.flatMap((field, index) => checkField(field, index, ids.indexOf(field.id) === index)),
		...(published?.fields ?? []).flatMap((field) => checkFieldChange(next, field)),
	];
	if (next.displayField && !ids.includes(next.displayField)) {
		errors.push({ name: "unknown", path: ["displayField"], details: `Field ${next.displayField}` });
	}
	return errors;
}

function checkField(field: ManagedField, index: number, isUnique: boolean): ValidationError[] {
	const errors: ValidationError[] = [];
	const path = ["fields", index];
	if (!isUnique) errors.push({ name: "duplicate", path, details: `Field ${field.id} twice` });
	if (!fieldTypes.includes(field.type)) errors.push({ name: "unknown", path, details: `Type ${field.type}` });
	for (const validation of [...(field.validations ?? []), ...(field.items?.validations ?? [])]) {
		const rule = Object.keys(validation).find((key) => key !== "message") ?? "";
		if (!validationRules.includes(rule)) errors.push({ name: "unknown", path, details: `Validation ${rule}` });
	}
	return errors;
}

/**
 * Validates the change of a published field: the type must not change, and a field must be omitted before it is
 * deleted.
 */
function checkFieldChange(next: ManagedType, published: ManagedField): ValidationError[] {
	const field = next.fields.find(({ id }) => id === published.id);
	const path = ["fields", published.id];
	if (!field)
		return published.omitted ? [] : [{ name: "deletion", path, details: "Omit the field before deleting it" }];
	return field.type === published.type ? [] : [{ name: "type", path, details: "The type cannot be changed" }];
}

/** Validates an editor interface as Contentful does: each control must belong to a field of the content type. */
export function checkControls(controls: { fieldId: string }[], { fields }: ManagedType): ValidationError[] {
	return controls
		.filter(({ fieldId }) => fields.every(({ id }) => id !== fieldId))
		.map(({ fieldId }) => ({ name: "unknown", path: ["controls"], details: `Field ${fieldId}` }));
}

/** Values of an entry or asset, by field and locale. */
export type FieldValues = Record<string, Record<string, unknown>>;

/** Validates the fields of an entry as Contentful does when an entry is saved. */
export function checkSavedFields(
	values: FieldValues,
	{ fields }: ManagedType,
	localeCodes: string[],
): ValidationError[] {
	return Object.entries(values).flatMap(([fieldId, byLocale]) => {
		if (fields.every(({ id }) => id !== fieldId)) {
			return [{ name: "unknown", path: ["fields", fieldId], details: "The content type has no such field" }];
		}
		return Object.keys(byLocale)
			.filter((code) => !localeCodes.includes(code))
			.map((code) => ({ name: "unknown", path: ["fields", fieldId, code], details: "Unknown locale" }));
	});
}

/** Validates the fields of an entry as Contentful does when an entry is published. */
export function checkPublishedFields(
	values: FieldValues,
	{ fields }: ManagedType,
	defaultCode: string,
): ValidationError[] {
	return fields.flatMap(({ id, required, validations = [] }) => {
		const path = ["fields", id];
		if (required && values[id]?.[defaultCode] === undefined) return [{ name: "required", path, details: "Missing" }];
		const texts = Object.values(values[id] ?? {}).filter((value) => typeof value === "string");
		const patterns = validations.flatMap(({ regexp }) => (regexp ? new RegExp(regexp.pattern) : []));
		const isRefused = texts.some((text) => patterns.some((pattern) => !pattern.test(text)));
		return isRefused ? [{ name: "regexp", path, details: "Does not match the pattern" }] : [];
	});
}
