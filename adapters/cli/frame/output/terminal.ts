import { styleText } from "node:util";

/** True if a stream is a terminal that shows styles. `NO_COLOR` turns styles off: https://no-color.org. */
export function isTerminal({ isTTY }: { isTTY?: boolean }): boolean {
  const { NO_COLOR = "", TERM = "" } = process.env;
  return isTTY === true && NO_COLOR === "" && TERM !== "dumb";
}

export function styled(style: "bold" | "red" | "yellow" | "green", text: string, isShown: boolean): string {
  return isShown ? styleText(style, text, { validateStream: false }) : text;
}

/** Returns the width of the terminal of the standard output; 80 if unknown. */
export function terminalColumns(): number {
  return process.stdout.columns || 80;
}
