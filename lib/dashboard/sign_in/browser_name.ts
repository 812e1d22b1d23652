/** Browsers by the sign in their `User-Agent`, in this order: Edge and Opera also name Chrome, and Chrome also names Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

/** Systems, in this order: Android also names Linux, and iOS also names Mac OS. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Returns the name of a request's browser, such as `Firefox on Linux`, or undefined if it is unknown. No other part of the header is kept. */
export function browserName({ headers }: Request): string | undefined {
  const text = (headers.get("user-agent") ?? "").slice(0, 1000);
  const browser = browsers.find(([sign]) => sign.test(text))?.[1];
  const system = systems.find(([sign]) => sign.test(text))?.[1];
  if (browser === undefined) return system === undefined ? undefined : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
