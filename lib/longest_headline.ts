/** Longest headline in characters that search results show whole. */
export const longestHeadline = 110;
