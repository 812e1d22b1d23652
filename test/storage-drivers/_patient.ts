/** Options of a driver in tests that are not about timeouts. On a busy machine, a command can take longer than the default of 2 seconds. */
export const patient = { connectTimeoutMs: 30_000, commandTimeoutMs: 30_000 } as const;
