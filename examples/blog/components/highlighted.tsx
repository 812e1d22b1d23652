import type { ReactNode } from "react";

interface Props {
  text: string;
  /** The words that were found, in order. */
  highlights: readonly { start: number; end: number }[];
}

export function Highlighted({ text, highlights }: Props) {
  const parts: ReactNode[] = [];
  let shown = 0;
  for (const { start, end } of highlights) {
    parts.push(text.slice(shown, start), <mark key={start}>{text.slice(start, end)}</mark>);
    shown = end;
  }
  return [...parts, text.slice(shown)];
}
