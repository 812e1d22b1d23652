/** A property of a page, which is a column of its database. */
export interface NotionProperty {
  name: string;
  /** Notion's name of the kind, such as `created_time`. Only HTML has it. */
  kind?: string | undefined;
  /** The value in one line, or empty. */
  text: string;
  /** The single values of a list. Only HTML has them. */
  items?: readonly string[] | undefined;
}

/** A page of an export of Notion, before its properties become fields of a post. */
export interface NotionPage {
  title: string | undefined;
  description?: string | undefined;
  /** Address of the cover. */
  image?: string | undefined;
  properties: readonly NotionProperty[];
  /** The content in the format of the export. */
  body: string;
  /** Line of the file at which the body begins. */
  bodyLine: number;
}
