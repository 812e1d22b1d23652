import type { HattipHandler } from "@hattip/core";
import { andThen } from "../../lib/awaitable.ts";

/** Makes one handler of two: what the first passes on is for the second. What both pass on is answered by the first. */
export function inOrder(first: HattipHandler, second: HattipHandler): HattipHandler {
  return (context) => {
    let isPassedOn = false;
    const passThrough = (): void => void (isPassedOn = true);
    const response = first({ ...context, passThrough });
    if (!isPassedOn) return response;
    isPassedOn = false;
    return andThen(second({ ...context, passThrough }), (other) => {
      if (!isPassedOn) return other;
      context.passThrough();
      return response;
    });
  };
}
