/** The Worker of `alarm_worker.js` with the storage class that has no alarm. */
export { PosternStorage } from "postern/storage-drivers/durable-object";
export { default } from "./alarm_worker.js";
