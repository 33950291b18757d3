import type { ContentTypeProps, EditorInterfaceProps, PlainClientAPI } from "contentful-management";

export type ContentTypeWrite = {
	id: string;
	/**
	 * The content type as it is in the space, with the version that Contentful requires for an update. Undefined for a
	 * new content type.
	 */
	current: ContentTypeProps | undefined;
	values: Pick<ContentTypeProps, "name" | "description" | "fields"> & {
		displayField?: string | undefined;
	};
	editorInterface: Partial<EditorInterfaceProps>;
};

/** Writes and publishes a content type, then its editor interface, which exists only after publishing. */
export async function writeContentType(
	client: PlainClientAPI,
	write: ContentTypeWrite,
): Promise<void> {
	const { id: contentTypeId, current, values, editorInterface } = write;
	const whole = { ...current, ...values } as ContentTypeProps;
	const written = await (current
		? client.contentType.update({ contentTypeId }, whole)
		: client.contentType.createWithId({ contentTypeId }, whole));
	await client.contentType.publish({ contentTypeId }, written);
	const editor = await client.editorInterface.get({ contentTypeId });
	await client.editorInterface.update(
		{ contentTypeId },
		{ ...editor, ...editorInterface, sys: editor.sys },
	);
}
