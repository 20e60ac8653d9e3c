import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSettings } from '@/lib/env'
import { findSession, type SessionClaims } from '@/lib/identity/session'
import { withOwnDatabase } from '@/test/own-database'
import { publishNow } from '@/test/terms'
import { type Recipe, recipes } from '@/test/walls/action-recipes'
import { callAction, type Outcome } from '@/test/walls/next-request'
import { type Scene, setScene } from '@/test/walls/scene'
import { takeSnapshot } from '@/test/walls/snapshot'
import { walkActions } from '@/test/walls/walk'

const walked = walkActions().map(({ file, name }) => `${file} ${name}`)
const known = Object.entries(recipes).filter(([name]) => walked.includes(name))
const callable = known.filter(([name]) => !name.endsWith('(inline)'))
const writing = callable.filter(([, { writes }]) => writes !== false)

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let scene: Scene

beforeAll(async () => {
  process.env.SANDBOX_AUTH_URL = 'http://localhost:9'
})

afterAll(() => {
  delete process.env.SANDBOX_AUTH_URL
})

beforeEach(async () => {
  // Reviewers of earlier scenes get no e-mail from this one. The last administrator could not be one of them.
  const { rows } = await sql.query(`SELECT id FROM developer WHERE role <> 'developer'`)
  scene = await setScene(sql)
  await sql.query(`UPDATE developer SET role = 'developer' WHERE id = ANY ($1)`, [rows.map(({ id }) => id)])
})

test('every server action has a recipe, and no recipe is superfluous', () => {
  expect(walked.length).toBeGreaterThan(40)
  expect(Object.keys(recipes).sort()).toEqual([...walked].sort())
})

// ASVS 3.5.1, 8.2.1, 8.2.2, 8.3.1, 8.4.1
test.each(writing)('%s refuses everyone but its rightful caller', async (name, recipe) => {
  const rightful = () => (recipe.by === 'stranger' ? null : scene[recipe.by])
  const given = await recipe.arguments(scene)

  if (recipe.kind !== 'open') {
    const { outcome, changed } = await callAs(null, name, given)
    expect(outcome.redirect, 'a stranger').toMatch(/^\/sign-in(\?|$)/)
    expect(changed, 'by a stranger').toEqual([])
  }
  for (const who of recipe.kind === 'theirs' ? othersThan(recipe.by) : []) {
    const { outcome, changed } = await callAs(scene[who], name, given)
    expect(changed, `by the ${who}`).toEqual([])
    expect(JSON.stringify(outcome)).not.toContain(scene.sandbox.clientSecret)
  }
  for (const origin of ['https://evil.example', null]) {
    const { outcome, changed } = await callAs(rightful(), name, given, origin)
    expect(outcome.refusal, `from ${origin}`).toContain('another site')
    expect(changed, `from ${origin}`).toEqual([])
  }
  // The same call, to show that none of the refusals above had another cause.
  const { outcome, changed } = await callAs(rightful(), name, given)
  expect(changed, JSON.stringify(outcome)).not.toEqual([])
})

// ASVS 2.3.1
test.each([
  { path: '/terms/accept', keepOut: () => publishNow(sql) },
  {
    path: '/approval',
    keepOut: () => sql.query(`UPDATE developer SET approval = 'waiting' WHERE id = $1`, [scene.owner.id]),
  },
])(
  'someone who has to go to $path first can use their account, and nothing else',
  {
    timeout: 60_000,
  },
  async ({ path, keepOut }) => {
    const given = new Map<string, unknown[]>()
    for (const [name, { by, kind, arguments: make }] of writing)
      if (by === 'owner' && kind !== 'open' && name.startsWith('app/(portal)/applications/'))
        given.set(name, await make(scene))
    expect(given.size).toBeGreaterThan(10)
    await keepOut()
    for (const [name, args] of given) {
      const { outcome, changed } = await callAs(scene.owner, name, args)
      expect(outcome.redirect, name).toMatch(new RegExp(`^${path}`))
      expect(changed, name).toEqual([])
    }
    const account = 'app/(portal)/account/actions.ts chooseHints'
    const { changed } = await callAs(scene.owner, account, (await recipes[account]?.arguments(scene)) ?? [])
    expect(changed).not.toEqual([])
  },
)

test('an address outside SIGN_UP_DOMAINS is refused next to its field, and what was typed is kept', async () => {
  const settings = getSettings()
  Object.assign(settings, { SIGN_UP_DOMAINS: ['approved.example'] })
  const form = new FormData()
  form.set('email', 'ada@example.net')
  const name = 'app/(portal)/account/actions.ts changeOwnEmail'
  const { outcome, changed } = await callAs(scene.owner, name, [{}, form])
  Object.assign(settings, { SIGN_UP_DOMAINS: [] })
  expect(outcome.answer).toEqual({
    values: { email: 'ada@example.net' },
    errors: { email: expect.stringMatching(/^Only certain addresses/) },
  })
  expect(changed).toEqual([])
})

// ASVS 7.2.4
test.each([
  'app/(auth)/sign-in/actions.ts signIn',
  'app/(auth)/sign-in/passkey-actions.ts givePasskey',
  'app/(auth)/activate/[link]/actions.ts activate',
  'app/(auth)/invitation/[link]/actions.ts acceptWithPassword',
  'app/(auth)/reset-password/[link]/actions.ts reset',
  'app/_request/sign-out.ts signOut',
])('%s ends the session that the browser had, also one of another account', async (name) => {
  for (const who of [scene.other, scene.pending]) {
    const given = (await recipes[name]?.arguments(scene)) ?? []
    expect(await findSession(who.claims)).not.toBeNull()
    const outcome = await callAction(who, name, given)
    expect(outcome.redirect, JSON.stringify(outcome)).toMatch(/^\//)
    expect(await findSession(who.claims)).toBeNull()
  }
})

// ASVS 6.3.3
test.each(writing.filter(([, { by }]) => by === 'reviewer' || by === 'administrator'))(
  '%s waits until its caller has a second factor',
  async (name, recipe) => {
    const given = await recipe.arguments(scene)
    const caller = scene[recipe.by as 'reviewer' | 'administrator']
    await sql.query('DELETE FROM totp_factor WHERE developer_id = $1', [caller.id])
    const { outcome, changed } = await callAs(caller, name, given)
    expect(outcome.redirect).toMatch(/^\/two-factor/)
    expect(changed).toEqual([])
  },
)

// ASVS 7.5.1, 7.5.3
test.each(writing.filter(([, { confirmed }]) => confirmed))(
  '%s asks first whether it is really its caller, and again after 15 minutes',
  async (name, recipe) => {
    const given = await recipe.arguments(scene)
    const [id, ...others] = given
    const asked =
      confirmedFor(name) === 'production' ? [(await scene.production()).applicationId, ...others] : given
    const caller = scene[recipe.by as 'owner']
    for (const age of [null, '901 seconds']) {
      await sql.query('UPDATE session SET confirmed_at = now() - $2::interval WHERE id = $1', [
        caller.claims.sessionId,
        age,
      ])
      const { outcome, changed } = await callAs(caller, name, asked)
      expect(outcome.redirect, String(id)).toMatch(/^\/confirm\?next=/)
      expect(changed).toEqual(recipe.keeps ?? [])
    }
  },
)

const endpointActions = writing.filter(
  ([name]) => name.includes('/applications/[id]/webhooks/') && !name.endsWith(' add'),
)

test.each(endpointActions)(
  '%s does nothing with the id of another application of its caller, which may have been confirmed',
  async (name, recipe) => {
    const [, ...others] = await recipe.arguments(scene)
    await sql.query('UPDATE session SET confirmed_at = now() WHERE id = $1', [scene.owner.claims.sessionId])
    const given = [(await scene.production()).applicationId, ...others]
    expect((await callAs(scene.owner, name, given)).changed).toEqual([])
  },
)

function confirmedFor(name: string) {
  return recipes[name]?.confirmed
}

function othersThan(by: Recipe['by']): ('other' | 'reviewer' | 'administrator')[] {
  if (by === 'owner') return ['other', 'reviewer', 'administrator']
  return by === 'reviewer' ? ['other'] : ['other', 'reviewer']
}

/** Calls it, and returns the names of the tables that changed. */
async function callAs(
  person: { claims: SessionClaims } | null,
  name: string,
  given: unknown[],
  origin?: string | null,
): Promise<{ outcome: Outcome; changed: string[] }> {
  const before = await takeSnapshot(sql)
  const outcome = await callAction(person, name, given, origin)
  const after = await takeSnapshot(sql)
  return { outcome, changed: Object.keys(after).filter((table) => after[table] !== before[table]) }
}
