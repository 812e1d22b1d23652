/** A file of the media library. */
export interface Attachment {
  url: string;
  title?: string;
  /** HTML. */
  caption?: string;
  /** Alternative text of an image. */
  alt?: string;
}

/** Returns the attachments of galleries and playlists. */
export interface Attachments {
  byId(id: string): Attachment | undefined;
  /** Returns the ids of the attachments that were uploaded to the post, in their order. */
  ofPost(): readonly string[];
}
