/**
 * Settings of the functions that look records up by their keys. One plan serves every call, and it always uses the primary key. Otherwise a
 * plan for an almost empty table would read the whole table while an import fills it.
 *
 * A condition such as `key = any (keys)` or a join can still become a walk over a partition, if the statistics say that the partition is
 * empty. So each key of a list is looked up by itself: in a loop, or in a lateral subquery with `offset 0`. A row that such a subquery
 * finds is deleted by its `ctid`.
 */
export const plannerSettings = `set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off`;

/**
 * Settings of the functions of search indexes. A list of words can be long, and the planner expects a short one. So each word must be looked
 * up in a primary key. Subqueries with `offset 0` keep the planner from another order. Compiling a query takes longer than running it.
 */
export const searchPlannerSettings: string = `${plannerSettings}
  set enable_material = off
  set enable_bitmapscan = off
  set jit = off`;
