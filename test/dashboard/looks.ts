import type { BrowserContextOptions } from "playwright-core";
import { isFullRun } from "../full_run.ts";

const wide = { width: 1280, height: 850 };
const narrow = { width: 375, height: 740 };
const zoomed = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };

/** Ways in which people see a page. */
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  "with a script": {},
  "without JavaScript": { javaScriptEnabled: false },
  "on a phone": { viewport: narrow, isMobile: true, hasTouch: true },
  light: { colorScheme: "light", viewport: wide },
  "light, at 375 px": { colorScheme: "light", viewport: narrow },
  dark: { colorScheme: "dark", viewport: wide },
  "dark, at 375 px": { colorScheme: "dark", viewport: narrow },
  "dark, at 768 px": { colorScheme: "dark", viewport: { width: 768, height: 1024 } },
  "in forced colors": { forcedColors: "active", viewport: wide },
  "in forced colors, at 768 px": { forcedColors: "active", viewport: { width: 768, height: 1024 } },
  "in forced colors, with reduced motion": { forcedColors: "active", reducedMotion: "reduce" },
  "with reduced motion": { reducedMotion: "reduce", viewport: wide },
  "at a zoom of 200%": zoomed,
  "at a zoom of 200%, with reduced motion": { ...zoomed, reducedMotion: "reduce" },
};

/** Looks of `npm test`. `npm run test:all` has all. */
const usual: ReadonlySet<string> = new Set([
  "with a script",
  "without JavaScript",
  "on a phone",
  "light",
  "dark, at 375 px",
]);

/** Returns the rows of a table of tests: the names of looks, and their options. */
export function looksOf(...names: string[]): [string, BrowserContextOptions][] {
  const chosen = isFullRun ? names : names.filter((name) => usual.has(name));
  return chosen.map((name) => {
    const look = looks[name];
    if (look === undefined) throw new Error(`There is no look "${name}"`);
    return [name, look];
  });
}
