/** A document that every engine indexes with the same two fields. */
export interface SearchDocument {
  id: string;
  title: string;
  text: string;
}
