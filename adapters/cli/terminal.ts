import { styleText } from "node:util";

/** Whether a stream goes to a person's terminal that shows styles: https://no-color.org asks for none by `NO_COLOR`. */
export function isTerminal({ isTTY }: { isTTY?: boolean }): boolean {
  const { NO_COLOR = "", TERM = "" } = process.env;
  return isTTY === true && NO_COLOR === "" && TERM !== "dumb";
}

/** A text in a style, where there are styles. */
export function styled(style: "bold" | "red" | "yellow" | "green", text: string, isShown: boolean): string {
  return isShown ? styleText(style, text, { validateStream: false }) : text;
}

/** Columns of the terminal that shows the standard output; 80 where it does not say. */
export function terminalColumns(): number {
  return process.stdout.columns || 80;
}
