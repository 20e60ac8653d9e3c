// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for as they stand
import { defence } from './defence'

const authentication = 'lib/oauth/client-authentication.ts'
const bearers = 'lib/tokens/queries.ts'
const steps = 'gateway/client-steps.ts'
const tokens = 'gateway/token-endpoint.test.ts'
const accounts = 'gateway/account-endpoint.test.ts'
const limits = 'gateway/limits/limits.test.ts'
const sharedLimits = 'gateway/limits/shared.test.ts'
const sockets = 'gateway/wire/sockets.ts'
const server = 'gateway/server.ts'
const plain = 'gateway/wire/plain-connection.ts'
const connections = 'gateway/connections.test.ts'

/** Between programs and balances. */
export const gatewayDefences = [
  defence(
    'A secret is compared with its hash',
    'lib/credentials/secret.ts',
    [['timingSafeEqual(hash, expected) && known !== undefined', 'known !== undefined']],
    'lib/credentials/secret.test.ts',
  ),
  defence(
    'A typo in TRUSTED_PROXIES trusts no one',
    'lib/setting-formats.ts',
    '  if (!/^\\d{1,3}$/.test(bits) || Number(bits) > (isIPv6(address) ? 128 : 32)) return false\n',
    'lib/env.test.ts',
    'as a typo must not have everyone trusted',
  ),
  defence(
    'A gateway with keys of another installation takes no calls',
    'lib/health/readiness.ts',
    "    if (wrong) return { reason: 'keys_do_not_match', cause: describeMismatch(wrong) }\n",
    'lib/health/readiness.test.ts',
    'keys of another installation',
  ),
  defence(
    'Credentials are good in their environment only',
    authentication,
    "if (application.environment !== environment) throw invalidClient('other_environment', id)",
    tokens,
    'the client',
  ),
  defence(
    'An unknown client gets the same answer',
    authentication,
    [['if (!application) throw invalidClient()', "if (!application) throw invalidRequest('unknown client')"]],
    tokens,
    'the client',
  ),
  defence(
    'Only approved applications are served',
    authentication,
    [["state === 'active' || state === 'activating'", 'true']],
    tokens,
    'the client',
  ),
  defence(
    'A parameter is given once',
    'lib/oauth/form.ts',
    "if (seen.has(name)) throw invalidRequest('A parameter is given more than once.')",
    tokens,
    'the body|twice',
  ),
  defence(
    'Control characters are refused',
    'lib/oauth/form.ts',
    "if (controlCharacter.test(decoded)) throw invalidRequest('The request has a control character.')",
    tokens,
    'control|the body|before the database',
  ),
  defence(
    'Credentials do not stand in an address',
    steps,
    '  refuseQueryCredentials(exchange.query)\n',
    tokens,
    'query|the place of the credentials',
  ),
  defence(
    'A body is 16 KiB at most',
    'gateway/read-body.ts',
    [['wire.readBody(bodyLimit)', 'wire.readBody(10 * bodyLimit)']],
    tokens,
    '16 KiB',
  ),
  defence(
    'A token does not stand in an address',
    'gateway/bearer.ts',
    "if (hasQueryToken) throw malformed(gateway, 'The access token must stand in the Authorization header only.')",
    accounts,
    'the token',
  ),
  defence(
    'A token is good in its environment only',
    bearers,
    [['AND a.environment = $3::environment\n', 'AND $3::environment IS NOT NULL\n']],
    accounts,
    'identical 401',
  ),
  defence('A token ends', bearers, [['t.expires_at > now() AND', '']], accounts, 'identical 401'),
  defence(
    'A token is stored as its hash',
    'lib/tokens/token.ts',
    [["hash('sha256', token, 'hex')", "Buffer.from(token).toString('hex')"]],
    'gateway/token-rules.test.ts',
    'neither token nor secret',
  ),
  defence(
    'A suspended owner stops an application',
    bearers,
    'AND NOT a.owner_suspended',
    'gateway/token-rules.test.ts',
    'suspended owner',
  ),
  defence(
    'An application reads what it was granted',
    bearers,
    [["`(t.access = 'all'\n", '`(true\n']],
    accounts,
  ),
  defence(
    'Failed authentications are limited',
    'gateway/limits/failures.ts',
    [['if (!over) return error', 'if (!over || over) return error']],
    limits,
  ),
  defence(
    'Groping for accounts is stopped',
    'gateway/limits/enumeration.ts',
    [['if (standing.count > notFoundLimit) throw refusal(gateway, exchange, standing)', '']],
    accounts,
  ),
  defence(
    'A burst counts each unknown account before the next answer',
    'gateway/limits/enumeration.ts',
    [
      [
        'const standing = await gateway.notFound.hit(',
        'await new Promise(setImmediate)\n  const standing = await gateway.notFound.hit(',
      ],
    ],
    limits,
    'of a burst',
  ),
  defence(
    'An account waits for a miss that the store has not answered',
    'gateway/account-endpoint.ts',
    'if (misses) await misses',
    sharedLimits,
    'within a burst',
  ),
  defence(
    'A store that hangs is left alone',
    'gateway/limits/store.ts',
    [['(probing ? null : count(key))', 'count(key)']],
    sharedLimits,
    'hangs',
  ),
  defence(
    'A store that comes back empty resets no limit',
    'gateway/limits/shared-windows.ts',
    'all.count < own.count ? own : ',
    sharedLimits,
    'comes back empty',
  ),
  defence(
    'Refusals are timed from their own request',
    'gateway/refusal-clock.ts',
    [['  }, stepMs)\n', '  }, stepMs - (performance.now() % stepMs))\n']],
    'gateway/refusal-clock.test.ts',
  ),
  defence(
    'A socket has an error listener for its whole life',
    sockets,
    [["socket.on('error', ignore).once(", 'socket.once(']],
    connections,
    'error listener',
  ),
  defence(
    'A caller that takes no answers is not read on',
    plain,
    "else if (socket.writableNeedDrain) socket.pause().once('drain', proceed)",
    connections,
    'is not read while',
  ),
  defence(
    'A caller that takes no answers is disconnected',
    sockets,
    [['now - unsent.since > drainTimeoutMs', 'false']],
    connections,
    'taken in time',
  ),
  defence(
    'Nothing is carried out after Connection: close',
    plain,
    [
      [
        "if (then !== 'keep') close()",
        "if (then !== 'keep') {\n      busy = false\n      socket.end()\n    }",
      ],
    ],
    connections,
    'processes nothing',
  ),
  defence(
    'Nor on the other reader',
    'gateway/wire/http-socket.ts',
    [['socket.closing || socket.destroyed', 'socket.destroyed']],
    connections,
    'none is processed after',
  ),
  defence(
    'A gateway holds a maximum of connections',
    server,
    'server.maxConnections = gateway.maxConnections',
    connections,
    'the maximum',
  ),
  defence(
    'A bug breaks one connection and not the process',
    server,
    [["gateway.logTrouble('failure', error)\n      wire.abort()", "gateway.logTrouble('failure', error)"]],
    connections,
    'an error while a response',
  ),
  defence(
    'Metrics are for this machine’s own names only',
    'lib/operations-server.ts',
    "if (isLoopback(address) && !hasLoopbackHost(headers.host)) return json(403, { status: 'forbidden host' })",
    'lib/operations-server.test.ts',
    'loopback Host',
  ),
  defence(
    'A connection inside a broken transaction is not handed out again',
    'lib/pool.ts',
    [['client.release(broken)', 'client.release()']],
    'lib/pool.test.ts',
    'rolled back',
  ),
  defence(
    'X-Forwarded-For counts from trusted proxies only',
    'lib/caller-address.ts',
    [['if (!isIP(address) || !isProxy(address)) return address', 'if (!isIP(address)) return address']],
    limits,
  ),
  defence(
    'Without trusted proxies it does not count at all',
    'lib/caller-address.ts',
    [
      [
        "if (trusted.length === 0) return (remoteAddress = '') => plain(remoteAddress)",
        "if (trusted.length === 0) return (remoteAddress = '', forwarded) => plain(String(forwarded ?? remoteAddress))",
      ],
    ],
    limits,
  ),
  defence(
    'Two tokens live at most',
    'lib/oauth/issue-token.ts',
    [['const minRemaining = Math.max(1, renewalWindow)', 'const minRemaining = 300']],
    'gateway/token-rules.test.ts',
  ),
  defence(
    'Rotation without overlap ends live tokens',
    'lib/credentials/rotate-secret.ts',
    'if (!retiresAt) await endTokens(transaction, applicationId)',
    'lib/credentials/commands.test.ts',
    'rotating',
  ),
  defence(
    'Public addresses are https',
    'lib/env.ts',
    [["if (protocol !== 'https:' && !isLoopback(hostname))", 'if (false)']],
    'lib/env.test.ts',
  ),
  defence(
    'Environments share no address',
    'lib/env.ts',
    [['...sentences, ...describeSharedOrigins(settings),', '...sentences,']],
    'lib/env.test.ts',
  ),
]
