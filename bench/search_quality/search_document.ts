/** A page that every engine indexes with its title and text. Postern indexes its HTML. */
export interface SearchDocument {
  id: string;
  title: string;
  text: string;
  html: string;
  description?: string;
}
