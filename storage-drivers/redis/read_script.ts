import { redisScript } from "./redis_script.ts";

/**
 * Records of a partition: the record, nil where there is none, or 1 where it still is of the version that is known and never expires.
 *
 * Keys: the records (hash). Arguments: key, known version (empty for none), key, version, …
 */
export const readScript: ReturnType<typeof redisScript> = redisScript(`
local reply = {}
for index = 1, #ARGV, 2 do
  local raw, known = redis.call('HGET', KEYS[1], ARGV[index]), ARGV[index + 1]
  if raw and known ~= '' and string.sub(raw, 1, #known + 3) == known .. ' - ' then raw = 1 end
  reply[#reply + 1] = raw
end
return reply
`);
