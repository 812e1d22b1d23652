/** The remote side of `remote_atomic.ts`. Calls a driver's operations for the test, at the time of the test's clock. */
export function driverCalls(openDriver) {
  const drivers = new Map();
  return async (request) => {
    const { engine, now, method, args } = await request.json();
    if (!drivers.has(engine)) {
      const clock = { time: now, now: () => clock.time };
      drivers.set(engine, { clock, opening: openDriver(clock, engine) });
    }
    const { clock, opening } = drivers.get(engine);
    const driver = await opening;
    clock.time = now;
    if (method === "dispose") {
      drivers.delete(engine);
      await driver.dispose();
      return Response.json(null);
    }
    try {
      return Response.json(await driver.atomic[method](...args));
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  };
}
