/** Control characters, halves of surrogate pairs, and marks that change the direction of text. Counts replace them in texts of requests. */
export const unseenCharacters: RegExp = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
