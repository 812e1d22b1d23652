import { durableObjectDriver } from "postern/storage-drivers/durable-object";
import { driverCalls } from "./driver_calls.js";

export { PosternStorage } from "postern/storage-drivers/durable-object";

let call;
export default {
  fetch(request, env) {
    call ??= driverCalls(async (clock, engine) => {
      // One namespace holds the objects of all tests, so each test's have names of their own.
      const namespace = {
        idFromName: (name) => env.POSTERN.idFromName(`${engine} ${name}`),
        get: (id) => env.POSTERN.get(id),
      };
      return durableObjectDriver({ namespace, clock });
    });
    return call(request);
  },
};
