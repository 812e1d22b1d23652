/** The statuses of a post, in the order of its life. */
export const postStatuses = ["draft", "scheduled", "published", "archived"] as const;

/** Status of a post. A `scheduled` post is public from its `publishedAt` on. */
export type PostStatus = (typeof postStatuses)[number];
