import type { Steps } from "../../../base/yielding.ts";

const pieceLength = 100_000;

/** Replaces the line ends of Windows and of old Macs by line feeds. */
export function* withLineFeeds(text: string): Steps<string> {
  if (!text.includes("\r")) return text;
  const pieces: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    yield;
    end = start + pieceLength;
    // A line end of two characters stays in one piece.
    if (text[end - 1] === "\r" && text[end] === "\n") end++;
    pieces.push(text.slice(start, end).replaceAll(/\r\n?/g, "\n"));
  }
  return pieces.join("");
}
