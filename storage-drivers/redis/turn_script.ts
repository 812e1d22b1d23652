import { redisScript } from "./redis_script.ts";

/**
 * The counts and reads of one turn. Each is answered on its own: what is wrong with one is told in its place.
 *
 * A count adds to counters if a record still is of a version. It answers with the new sum of each, or -1 for those that would exceed their
 * maximum; then none was changed. Where there is more to it (the version is another, the record can expire, a counter is not there yet, or of
 * more digits than a double holds for sure), it changes nothing and answers nil: that is for the commit script.
 *
 * A read answers with the record, nil where there is none, or 1 where it begins as it is known to.
 *
 * Keys: the records (hash) of each count, then of each partition that is read. Arguments: now, what the versions of the counts begin with,
 * how many counts; for each count what to add to each counter and its maximum or - ("1 2000 1 -"), the record's key, the counters' keys,
 * and what the record must begin with; for each partition how many records, their keys, and what each is known to begin with, or nothing.
 */
export const turnScript: ReturnType<typeof redisScript> = redisScript(`
local call, find, match, format = redis.pcall, string.find, string.match, string.format
local now, version, counts, at = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), 4
local reply, told, writes = {}, 0, {}

-- Most counts of a turn add the same and have the same maximum, and most counters expire at once: each such text is read once.
local additions = setmetatable({}, { __index = function(known, text)
  local read = {}
  for add, max in string.gmatch(text, '(%S+) (%S+)') do
    read[#read + 1] = { add = tonumber(add), max = tonumber(max) or math.huge }
  end
  known[text] = read
  return read
end })
local expiries = setmetatable({ ['-'] = math.huge }, { __index = function(known, text)
  known[text] = tonumber(text) or 0
  return known[text]
end })

-- Tells the sums, or returns what is to be told in their place.
local function count(records, sums, number)
  local size = #sums
  local found = call('HMGET', records, unpack(ARGV, at + 1, at + 1 + size))
  if found.err then return found end
  if not found[1] or find(found[1], ARGV[at + 2 + size], 1, true) ~= 1 then return false end
  local isRefused = false
  for index = 1, size do
    local expiry, sum = match(found[index + 1] or '', '^%S+ (%S+) {"sum":(%d+)}$')
    if not sum or #sum > 15 or expiries[expiry] <= now then return false end
    sum = sum + sums[index].add
    reply[told + index] = sum
    if sum > sums[index].max then isRefused, reply[told + index] = true, -1 end
    writes[2 * index - 1] = ARGV[at + 1 + index]
    writes[2 * index] = version .. format('%d ', number) .. expiry .. format(' {"sum":%d}', sum)
  end
  if isRefused then return nil end
  local written = call('HSET', records, unpack(writes, 1, 2 * size))
  return type(written) == 'table' and written or nil
end

local function read(records, size)
  local found = call('HMGET', records, unpack(ARGV, at + 1, at + size))
  if found.err then return found end
  for index = 1, size do
    local record, known = found[index], ARGV[at + size + index]
    reply[told + index] = record and known ~= '' and find(record, known, 1, true) == 1 and 1 or record
  end
end

for number = 1, #KEYS do
  local size, length, instead
  if number <= counts then
    local sums = additions[ARGV[at]]
    size, length, instead = #sums, 3 + #sums, count(KEYS[number], sums, number)
  else
    size = tonumber(ARGV[at])
    length, instead = 1 + 2 * size, read(KEYS[number], size)
  end
  if instead ~= nil then
    -- The client must hear of it by itself, to look for the server that took over.
    if instead and find(instead.err, 'READONLY', 1, true) then return instead end
    for index = 1, size do reply[told + index] = instead end
  end
  told = told + size
  at = at + length
end
return reply
`);
