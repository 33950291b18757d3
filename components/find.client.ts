/** An element by its id; behaviours know that those of the layout are there. */
export const find = (id: string) => document.getElementById(id) as HTMLElement;
