/** Maximum length of a headline, in characters, that search results show in full. */
export const longestHeadline = 110;
