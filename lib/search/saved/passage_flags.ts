/** Bits that precede a passage in a saved index. */
export const passageFlags = {
  isInLists: 1,
  isContinued: 2,
  /** The heading is that of the passage before. */
  repeatsHeading: 4,
  hasFragment: 8,
  hasTags: 16,
} as const;
