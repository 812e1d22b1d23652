/** Returns a setting of `.env`, `.env.local` or the environment. */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Set it in .env.local: see README.md`);
  return value;
}
