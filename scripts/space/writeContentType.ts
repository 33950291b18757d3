import type { ContentTypeProps, EditorInterfaceProps, PlainClientAPI } from "contentful-management";

/** A content type as it is to be, and how editors enter its fields. */
export type ContentTypeWrite = {
	id: string;
	/** The content type that is in the space, with the version that the write replaces; undefined for a new one. */
	current: ContentTypeProps | undefined;
	values: Pick<ContentTypeProps, "name" | "description" | "fields"> & { displayField?: string | undefined };
	editorInterface: Partial<EditorInterfaceProps>;
};

/**
 * Writes and publishes a content type, and then its editor interface, which exists only once the type is published.
 * Each of the three can be repeated, so a run that was interrupted in between is completed by the next one.
 */
export async function writeContentType(client: PlainClientAPI, write: ContentTypeWrite): Promise<void> {
	const { id: contentTypeId, current, values, editorInterface } = write;
	const whole = { ...current, ...values } as ContentTypeProps;
	const written = await (current
		? client.contentType.update({ contentTypeId }, whole)
		: client.contentType.createWithId({ contentTypeId }, whole));
	await client.contentType.publish({ contentTypeId }, written);
	const editor = await client.editorInterface.get({ contentTypeId });
	await client.editorInterface.update({ contentTypeId }, { ...editor, ...editorInterface, sys: editor.sys });
}
