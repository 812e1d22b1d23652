/**
 * Time for which work that a response does not need may run: as long as the process, for some seconds after the response, or until the response is
 * sent.
 */
export type WorkTime = "process" | "seconds" | "response";
