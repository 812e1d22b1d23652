import type { HattipHandler } from "@hattip/core";

/** Makes one handler of two: what the first passes on is for the second. */
export function inOrder(first: HattipHandler, second: HattipHandler): HattipHandler {
  return (context) => {
    let isPassedOn = false;
    const response = first({ ...context, passThrough: () => void (isPassedOn = true) });
    return isPassedOn ? second(context) : response;
  };
}
