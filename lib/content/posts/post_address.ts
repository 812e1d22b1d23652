/** The address of a post in the store. */
export interface PostAddress {
  organizationSlug: string;
  slug: string;
}
