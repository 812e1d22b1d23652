/**
 * The storage contract: records, their addresses, the operations of a driver, and the upgrade of a store.
 *
 * @module
 */
export * from "../../store/mod.ts";
export { type SchemaUpgrade, upgradeStore, type UpgradeStoreOptions } from "./upgrade_store.ts";
