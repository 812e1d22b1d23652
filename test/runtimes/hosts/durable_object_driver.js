import { durableObjectDriver } from "postern/storage-drivers/durable-object";
import { driverCalls } from "./driver_calls.js";

export { PosternStorage } from "postern/storage-drivers/durable-object";

let call;
export default {
  fetch(request, env) {
    call ??= driverCalls(async (clock, engine) => {
      // All tests share one namespace, so the objects of each test have unique names.
      const namespace = {
        idFromName: (name) => env.POSTERN.idFromName(`${engine} ${name}`),
        get: (id) => env.POSTERN.get(id),
      };
      return durableObjectDriver({ namespace, clock });
    });
    return call(request);
  },
};
