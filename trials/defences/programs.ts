// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for literally
import { defence } from './defence'

const accessKey = 'lib/usage/access-key.ts'
const usage = 'app/api/usage.test.ts'
const clients = 'lib/oauth/queries.ts'
const clientKeys = 'lib/credentials/client-keys.ts'
const keysOfApplication = 'lib/credentials/client-keys.test.ts'
const assertions = 'gateway/assertions.test.ts'
const webhooks = 'lib/webhooks/webhooks.test.ts'
const delivery = 'lib/webhooks/delivery.ts'
const delivering = 'worker/deliver-webhooks.test.ts'
const posting = 'worker/post-webhook.ts'
const posted = 'worker/post-webhook.test.ts'
const rehearsal = 'gateway/rehearsal.test.ts'

/** Keys of people and of applications, webhooks, and rehearsals. */
export const programDefences = [
  defence(
    'A personal access key is stored as its hash',
    accessKey,
    [["createHash('sha256').update(key).digest()", 'new Uint8Array(Buffer.from(key))']],
    usage,
    'is stored as a hash',
  ),
  defence(
    'A personal access key ends on its date',
    accessKey,
    [['keyHash: hashKey(key), expiresAt: { gt: now() } }', 'keyHash: hashKey(key) }']],
    usage,
    'on its date',
  ),
  defence(
    'A personal access key ends with the sessions of its owner',
    accessKey,
    [['developer.sessionVersion !== sessionVersion || ', '']],
    usage,
    'a key ends',
  ),
  defence(
    'A personal access key lasts a year at most, by constraint',
    'prisma/migrations/20261123000100_personal_access_keys/migration.sql',
    [[`CHECK ("expires_at" <= "created_at" + interval '366 days')`, 'CHECK (true)']],
    usage,
    'longer than a year',
  ),
  defence(
    'A personal access key is removed by its owner only',
    accessKey,
    [['where: { id, developerId: owner.id }', 'where: { id }']],
    usage,
    'of another person',
  ),
  defence(
    'The secret of an application with keys is refused',
    clients,
    [["ELSE a.client_authentication = 'client_secret' END", 'ELSE true END']],
    assertions,
    'a secret for one with keys',
  ),
  defence(
    'The secret of a proof works during the proof only',
    clients,
    [["CASE WHEN proof THEN a.state = 'activating' ELSE", 'CASE WHEN proof THEN true ELSE']],
    assertions,
    'the secret of a proof',
  ),
  defence(
    'An assertion is used once',
    'lib/oauth/commands.ts',
    [["taken.delete(hash.toString('hex'))", "taken.delete(hash.toString('hex')) || true"]],
    assertions,
    'on all gateways',
  ),
  defence(
    'The first key ends the tokens of the secret',
    clientKeys,
    [
      [
        "data = { clientAuthentication: 'private_key_jwt' } as const\n  await transaction.application.update({ where: { id: applicationId }, data })\n  await endTokens(transaction, applicationId)\n",
        "data = { clientAuthentication: 'private_key_jwt' } as const\n  await transaction.application.update({ where: { id: applicationId }, data })\n",
      ],
    ],
    keysOfApplication,
    'the first one ends',
  ),
  defence(
    'A removed key mints no token, by the function that mints',
    'prisma/migrations/20261123030000_client_keys/migration.sql',
    [['IF NOT FOUND OR NOT EXISTS (SELECT FROM client_key k WHERE k.id = secret) THEN', 'IF NOT FOUND THEN']],
    keysOfApplication,
    'removed while a token is minted',
  ),
  defence(
    'A webhook belongs to owners of its application',
    'lib/webhooks/commands.ts',
    [
      [
        "return (await findApplicationFor(id, 'webhooks', applicationId, transaction)) !== null",
        'return true',
      ],
    ],
    webhooks,
    'belongs to owners',
  ),
  defence(
    'A webhook is not sent to an address that only looks global',
    'lib/webhooks/address.ts',
    [['const target = unmap(ipaddr.parse(address))', 'const target = ipaddr.parse(address)']],
    'lib/webhooks/address.test.ts',
  ),
  defence(
    'A webhook is sent to the address that was checked',
    posting,
    '    lookup: pinTo(open.map(({ address }) => address)),\n',
    posted,
    'resolved once',
  ),
  defence(
    'A webhook that was delivered meanwhile stays delivered',
    delivery,
    [
      [
        ' AND attempts = ${attempts}\n        AND next_attempt_at IS NOT NULL`',
        ' AND ${attempts}::int IS NOT NULL`',
      ],
    ],
    delivering,
    'meanwhile',
  ),
  defence(
    'An endpoint gets one webhook at a time',
    delivery,
    [['AND (e.claimed_until IS NULL OR e.claimed_until <= now())', '']],
    delivering,
    'by one worker each',
  ),
  defence(
    'A call in a rehearsal is counted before it is answered',
    'gateway/account-endpoint.ts',
    '  if (bearer.rehearsalId) await countInRehearsal(gateway, exchange, bearer.rehearsalId, tokenHash)\n',
    rehearsal,
    'could not be recorded',
  ),
  defence(
    'A rehearsal with a lost call passes nothing',
    'lib/rehearsals/read.ts',
    [['    lost > 0\n', '    lost < 0\n']],
    rehearsal,
    'gateway was killed',
  ),
  defence(
    'A token that has ended opens nothing, in a rehearsal too',
    'gateway/bearer.ts',
    " && !('ended' in bearer)",
    rehearsal,
    'uses a token which has ended',
  ),
  defence(
    'A call in a rehearsal survives a failed flush',
    'lib/usage/meter.ts',
    '    recent.giveBack(calls)\n',
    rehearsal,
    'by a later flush',
  ),
  defence(
    'A stranger does not spoil a rehearsal',
    'gateway/client-steps.ts',
    [
      ['    const client = await check(gateway, exchange, credentials, true)\n', ''],
      [
        '    exchange.applicationId = client.applicationId\n',
        `    const known = (await gateway.clients.load({ clientId: exchange.clientId, recognised: null }, exchange)).application?.rehearsalId
    if (known) await countInRehearsal(gateway, exchange, known, null)
    const client = await again()
    exchange.applicationId = client.applicationId\n`,
      ],
    ],
    rehearsal,
    'stranger who knows',
  ),
  defence(
    'A required case is required',
    'lib/validation/submit.ts',
    "if (cases.length > 0 && !revision) return { ...refused('rehearsal_required'), cases }",
    'lib/rehearsals/rehearsals.test.ts',
    'names it',
  ),
  defence(
    'What is remembered of a client counts only if nothing of it was revoked',
    'lib/oauth/memory.ts',
    ' && !changed.has(each.entry.applicationId)',
    'lib/oauth/memory.test.ts',
    'a change is looked up',
  ),
  defence(
    'What is remembered of a client ends when its secret or token does',
    'lib/oauth/memory.ts',
    ' && at < each.until',
    'lib/oauth/memory.test.ts',
    'what expires',
  ),
  defence(
    'A standby confirms nothing',
    'lib/oauth/memory.ts',
    "  if (readOnly !== 'off') throw new Error('rights are decided by the primary, and this server is none')\n",
    'lib/oauth/memory.test.ts',
    'decides nothing',
  ),
]
