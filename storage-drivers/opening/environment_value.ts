/** Returns an environment variable without white space around it, such as the `\r` of a file with Windows lines. Empty is unset. */
export function environmentValue(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}
