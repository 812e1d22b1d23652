import { redisScript } from "./redis_script.ts";

/**
 * Returns a range of a partition's live records as key, record, key, record. It reads only the keys of the reply and of expired records that
 * still exist. Damaged records are included, and missing records are empty.
 *
 * Keys: the records (hash), their sorted keys (sorted set). The bounds have the form of ZRANGEBYLEX.
 */
export const listScript: ReturnType<typeof redisScript> = redisScript(`
local records, order = KEYS[1], KEYS[2]
local now, min, max, limit = tonumber(ARGV[1]), ARGV[2], ARGV[3], tonumber(ARGV[4])
local isReverse = ARGV[5] == '1'

local function page(size)
  if isReverse then return redis.call('ZREVRANGEBYLEX', order, max, min, 'LIMIT', 0, size) end
  return redis.call('ZRANGEBYLEX', order, min, max, 'LIMIT', 0, size)
end

local reply, found = {}, 0
while found < limit do
  local size = math.min(limit - found, 500)
  local keys = page(size)
  if #keys == 0 then break end
  for index, raw in ipairs(redis.call('HMGET', records, unpack(keys))) do
    local expiry = tonumber(raw and string.match(raw, '^%S+ (%S+) ') or nil)
    if not expiry or expiry > now then
      reply[#reply + 1] = keys[index]
      reply[#reply + 1] = raw or ''
      found = found + 1
    end
  end
  if #keys < size then break end
  if isReverse then max = '(' .. keys[#keys] else min = '(' .. keys[#keys] end
end
return reply
`);
