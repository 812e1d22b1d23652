import type { EditorField } from "./editor_text.ts";

/** Labels of the editor's fields beside the content. */
export const fieldLabels: Readonly<Record<EditorField, string>> = {
  name: "Title",
  description: "Description",
  articleSection: "Section",
  inLanguage: "Language",
  image: "Picture",
  authors: "Authors",
  tags: "Tags",
};
