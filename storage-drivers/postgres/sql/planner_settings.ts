/**
 * Settings of the functions that look records up by their keys. One plan serves every call, and it always uses the primary key. Otherwise a
 * plan for an almost empty table would read the whole table while an import fills it.
 */
export const plannerSettings = `set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off`;
