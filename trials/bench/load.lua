-- Random requests from files made by run.ts: one request (already in full) a line is too large for 10,000 tokens and a
-- million msisdns, so a line holds a client's form body or a token, and the msisdn is drawn here.
local lines = {}
local mode, first, count

function init(args)
  mode, first, count = args[1], tonumber(args[3]), tonumber(args[4])
  for line in io.lines(args[2]) do lines[#lines + 1] = line end
  math.randomseed(tonumber(tostring({}):sub(8), 16) % 2147483647)
  if mode == 'token' then
    local headers = { ['Content-Type'] = 'application/x-www-form-urlencoded' }
    for index, body in ipairs(lines) do lines[index] = wrk.format('POST', '/oauth/token', headers, body) end
  else
    for index, token in ipairs(lines) do
      lines[index] = ' HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ' .. token .. '\r\n\r\n'
    end
  end
end

function request()
  local line = lines[math.random(#lines)]
  if mode == 'token' then return line end
  return string.format('GET /api/eWallet/v1/account?msisdn=%.0f%s', first + math.random(0, count - 1), line)
end
