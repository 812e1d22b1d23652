import { redisScript } from "./redis_script.ts";

/**
 * The counts and reads of one turn. Each is answered on its own: what is wrong with one is told in its place.
 *
 * A count adds to counters if a record still is of a version. It answers with the new sum of each, or -1 for those that would exceed their
 * maximum; then none was changed. Where there is more to it (the version is another, the record can expire, a counter is not there yet), it
 * changes nothing and answers nil: that is for the commit script.
 *
 * A read answers with the record, nil where there is none, or 1 where it begins as it is known to.
 *
 * Keys: the records (hash) of each count, then of each partition that is read. Arguments: now, what the versions of the counts begin with,
 * how many counts; for each count how many counters, the record's key, the counters' keys, what the record must begin with, and for each
 * counter what to add and the maximum or -; for each partition how many records, their keys, and what each is known to begin with, or
 * nothing.
 */
export const turnScript: ReturnType<typeof redisScript> = redisScript(`
local call, find, match, format = redis.call, string.find, string.match, string.format
local now, version, counts, at = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), 4
local reply = {}

local function count(records, size, number)
  local found = call('HMGET', records, unpack(ARGV, at + 1, at + 1 + size))
  if not found[1] or find(found[1], ARGV[at + 2 + size], 1, true) ~= 1 then return {} end
  local sums, writes, isRefused = {}, {}, false
  for index = 1, size do
    local expiry, sum = match(found[index + 1] or '', '^%S+ (%S+) {"sum":(%d+)}$')
    if not sum or (expiry ~= '-' and tonumber(expiry) <= now) then return {} end
    local add, max = ARGV[at + 1 + size + 2 * index], ARGV[at + 2 + size + 2 * index]
    sum = sum + add
    sums[index] = sum
    if max ~= '-' and sum > tonumber(max) then isRefused, sums[index] = true, -1 end
    writes[2 * index - 1] = ARGV[at + 1 + index]
    writes[2 * index] = version .. number .. ' ' .. expiry .. ' {"sum":' .. format('%.17g', sum) .. '}'
  end
  if not isRefused then call('HSET', records, unpack(writes)) end
  return sums
end

local function read(records, size)
  local found = call('HMGET', records, unpack(ARGV, at + 1, at + size))
  for index = 1, size do
    local known = ARGV[at + size + index]
    if found[index] and known ~= '' and find(found[index], known, 1, true) == 1 then found[index] = 1 end
  end
  return found
end

local function answer(size, isDone, result)
  local failure
  if not isDone then
    failure = { err = type(result) == 'table' and result.err or tostring(result) }
    -- The client must hear of it by itself, to look for the server that took over.
    if find(failure.err, 'READONLY', 1, true) then error(result) end
  end
  for index = 1, size do reply[#reply + 1] = failure or result[index] or false end
end

for number = 1, counts do
  local size = tonumber(ARGV[at])
  answer(size, pcall(count, KEYS[number], size, number))
  at = at + 3 + 3 * size
end
for number = counts + 1, #KEYS do
  local size = tonumber(ARGV[at])
  answer(size, pcall(read, KEYS[number], size))
  at = at + 1 + 2 * size
end
return reply
`);
