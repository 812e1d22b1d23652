/** The levels of pino, which most readers of JSON logs know. */
export const logLevels = { debug: 20, info: 30, warn: 40, error: 50 } as const;

/** The least that is written. */
export type LogLevel = keyof typeof logLevels;
