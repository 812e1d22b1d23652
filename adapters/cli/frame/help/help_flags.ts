/** True if an argument requests help. */
export function isHelpFlag(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}

/** True if a command line requests help. Arguments after `--` are not flags. */
export function hasHelpFlag(rawArgs: readonly string[]): boolean {
  const end = rawArgs.indexOf("--");
  return (end < 0 ? rawArgs : rawArgs.slice(0, end)).some(isHelpFlag);
}
