/** A HatTip handler that answers with the host's routes what the API passes through. */
export function withNext({ handler, next }) {
  return async (context) => {
    let isPassed = false;
    const response = await handler({ ...context, passThrough: () => (isPassed = true) });
    return isPassed ? next(context.request) : response;
  };
}
