/** Time for which work may run that a response does not need: like the process, some seconds after the response, or until the response. */
export type WorkTime = "process" | "seconds" | "response";
