/** The log levels of pino, which most log readers know. */
export const logLevels = { debug: 20, info: 30, warn: 40, error: 50 } as const;

/** The lowest level that is written. */
export type LogLevel = keyof typeof logLevels;
