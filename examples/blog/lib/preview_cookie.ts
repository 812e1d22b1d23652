/** Name of the cookie with the token of a preview link. */
export const previewCookie = "preview-token";
