import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '@/generated/messages'
import { may, type Right, rights } from '@/lib/applications/rights'
import { findSession, type SessionClaims } from '@/lib/identity/session'
import { newId } from '@/lib/ids'
import { isSendersFault, withRequestContext } from '@/lib/request-context'
import { type ActionFixture, actionFixtures } from '@/test/access/action-fixtures'
import { callAction, type Outcome } from '@/test/access/next-request'
import { type Scene, setScene } from '@/test/access/scene'
import { takeSnapshot } from '@/test/access/snapshot'
import { listExpectations, walkActions, walkRoutes } from '@/test/access/walk'
import { goodPassword } from '@/test/developers'
import { addSecondFactor } from '@/test/factories'
import { formOf } from '@/test/forms'
import { withOwnDatabase } from '@/test/own-database'
import { publishNow } from '@/test/terms'

const walked = walkActions().map(({ file, name }) => `${file} ${name}`)
const rules = new Map(listExpectations())
const known = Object.entries(actionFixtures).filter(([name]) => walked.includes(name))
const callable = known.filter(([name]) => !name.endsWith('(inline)'))
const writing = callable.filter(([, { writes }]) => writes)

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let scene: Scene

beforeAll(async () => {
  process.env.SANDBOX_AUTH_URL = 'http://localhost:9'
})

afterAll(() => {
  delete process.env.SANDBOX_AUTH_URL
})

/** The right on an application that this action of its team takes. */
function rightOf([name]: [string, ...unknown[]]): Right | undefined {
  const { by } = rules.get(name) ?? {}
  return by && by in rights && !name.includes('/organisations/') ? (by as Right) : undefined
}

async function openScene(): Promise<void> {
  // Reviewers of earlier scenes get no e-mail from this one. The last administrator could not be one of them.
  const { rows } = await sql.query(`SELECT id FROM developer WHERE role <> 'developer'`)
  scene = await setScene(sql)
  await sql.query(`UPDATE developer SET role = 'developer' WHERE id = ANY ($1)`, [rows.map(({ id }) => id)])
}

test('every server action has a fixture and has a row in docs/acts.md, and so has every route that takes posts', () => {
  expect(walked.length).toBeGreaterThan(40)
  expect(Object.keys(actionFixtures).sort()).toEqual([...walked].sort())
  const routes = walkRoutes().flatMap(({ path, kind, methods }) =>
    kind === 'handler' ? methods.filter((each) => each !== 'GET').map((each) => `${path} ${each}`) : [],
  )
  expect([...rules.keys()].sort()).toEqual([...walked, ...routes].sort())
})

// One scene for each action: what is refused changes nothing, and the last of its tests shows that the same call works.
describe.each(writing)('%s', (name, { kind, by, ...fixture }) => {
  const { asks, final, mails } = rules.get(name) ?? { by }
  const right = rightOf([name])
  const rightful = () => (by === 'stranger' ? null : scene[by])
  let given: unknown[]

  beforeAll(async () => {
    await openScene()
    given = await fixture.arguments(scene)
  })

  if (kind !== 'open')
    // ASVS 8.2.1, 8.2.2, 8.3.1, 8.4.1
    test('refuses a stranger', async () => {
      const { outcome, changed } = await callAs(null, name, given)
      expect(outcome.redirect).toMatch(/^\/sign-in(\?|$)/)
      expect(changed).toEqual([])
    })

  if (kind === 'theirs')
    // ASVS 8.2.1, 8.2.2, 8.3.1, 8.4.1
    test.each([...othersThan(by), ...(right && !may('member', right) ? (['member'] as const) : [])])(
      'refuses the %s',
      async (who) => {
        const { outcome, changed } = await callAs(scene[who], name, given)
        expect(changed).toEqual([])
        expect(JSON.stringify(outcome)).not.toContain(scene.sandbox.clientSecret)
      },
    )

  if (by !== 'stranger' && by !== 'pending' && !name.endsWith(' signOut'))
    test('does nothing by a form that was rendered for someone else', async () => {
      const origin = { parsed: true, isCut: () => false, hiddenFields: () => ({ person: scene.other.id }) }
      const { outcome, changed } = await withRequestContext(
        'a call',
        () => callAs(rightful(), name, given),
        origin,
      )
      expect([outcome.refusal, changed]).toEqual([expect.stringContaining('for someone else'), []])
    })

  if (by === 'reviewer' || by === 'administrator')
    // ASVS 6.3.3
    test('waits until its caller has a second factor', async () => {
      await sql.query('DELETE FROM totp_factor WHERE developer_id = $1', [scene[by].id])
      const { outcome, changed } = await callAs(scene[by], name, given)
      await addSecondFactor(scene[by].id)
      expect(outcome.redirect).toMatch(/^\/two-factor/)
      expect(changed).toEqual([])
    })

  if (asks === 'always' || asks === 'production')
    // ASVS 7.5.1, 7.5.3
    test.each([
      ['never', null],
      ['over 15 minutes ago', '901 seconds'],
    ])('asks first whether it is really its caller, confirmed %s', async (_when, age) => {
      const asked = asks === 'production' ? ((await inProduction(name, given)) ?? given) : given
      const caller = rightful()
      await confirm(caller, age)
      const { outcome, changed } = await callAs(caller, name, asked)
      await confirm(caller, '0 seconds')
      if (name.endsWith(' copySecret')) return expect(outcome.answer).toBeNull()
      expect(outcome.answer).toMatchObject({
        confirmation: { title: expect.stringMatching(/^[A-Z][^{}]+$/), labels: { password: 'Password' } },
      })
      expect(changed).toEqual([])
    })

  if (asks === 'always' || final)
    test('is done by the same form with what is entered to confirm it', async () => {
      const caller = rightful()
      const form = given.find((each) => each instanceof FormData) as FormData
      if (final) {
        await confirm(caller, '0 seconds')
        const { outcome, changed } = await callAs(caller, name, given)
        const [title, warning] = [/^[A-Z][^{}]+$/, /^[^{}]+\.$/].map((text) => expect.stringMatching(text))
        expect(outcome.answer).toMatchObject({ confirmation: { title, warning, labels: { password: null } } })
        expect(changed).toEqual([])
      }
      form.set('confirming', 'yes')
      if (asks === 'always') {
        await confirm(caller, null)
        form.set('password', 'not my password')
        const { outcome } = await callAs(caller, name, given)
        expect(outcome.answer).toMatchObject({ confirmation: {}, errors: { password: expect.any(String) } })
        form.set('password', goodPassword)
      }
      const { outcome, changed } = await callTwice(caller, name, given)
      expect(outcome.redirect ?? outcome.answer, JSON.stringify(outcome)).not.toHaveProperty('confirmation')
      expect(changed.length, JSON.stringify(outcome)).toBeGreaterThan(1)
      // The worker writes to an audience.
      if (asks === 'always' && mails !== 'audience')
        expect(changed.includes('mail_message')).toBe(mails !== undefined)
    })
  else
    test('works for its rightful caller', async () => {
      const { outcome, changed } = await callTwice(rightful(), name, given)
      expect(changed, JSON.stringify(outcome)).not.toEqual([])
      // Some mail about Production only, and some only about another person.
      if (changed.includes('mail_message')) expect(mails).toBeDefined()
    })
})

describe('called with what no form sends', () => {
  beforeEach(openScene)

  test.each(callable)(
    '%s blames the sender for what it cannot read, and for nothing else',
    async (name, fixture) => {
      const given = await fixture.arguments(scene)
      const caller = fixture.by === 'stranger' ? null : scene[fixture.by]
      const texts = (value: unknown) => given.map((each) => (typeof each === 'string' ? value : each))
      const forms = (value: unknown) => given.map((each) => (each instanceof FormData ? value : each))
      const call = (args: unknown[]) =>
        withRequestContext(
          'a call',
          async () => {
            const { answer, refusal } = await callAction(caller, name, args)
            expect(refusal ?? withoutForm, inspect(args)).toBe(withoutForm)
            expect(isSendersFault(), inspect(args)).toBe(refusal !== undefined)
            expect(JSON.stringify(answer) ?? '', inspect(args)).not.toContain(messages.en.common.wrongField)
          },
          { parsed: true, isCut: () => false },
        )
      const before = await takeSnapshot(sql)
      if (given.some((each) => typeof each === 'string')) for (const value of odd) await call(texts(value))
      expect(await takeSnapshot(sql)).toEqual(before)
      const fields = given.flatMap((each) => (each instanceof FormData ? [...each.keys()] : []))
      const filled = oddEntries.map((entry) =>
        formOf(Object.fromEntries(fields.map((name) => [name, entry]))),
      )
      const others = [[], given.map(() => ({ a: 1 })), given.map(() => [['x']]), given.map(() => null)]
      for (const args of [...others, ...[formOf({}), 'x', undefined, ...filled].map(forms)]) await call(args)
    },
  )
})

/** What React revives from a body that no form of the portal sends: anyone can post one. */
const odd = [
  undefined,
  ['x'],
  { toString: 1 },
  new Map([['toString', 1]]),
  new Set(['x']),
  new Date(Number.NaN),
  Symbol.for('x'),
  Promise.resolve('x'),
  10n ** 40n,
  Number.NaN,
  '',
  'x',
  'a\0b',
  '\ud800',
  'x'.repeat(100_000),
  '__proto__',
  'toString',
  newId(),
]

const oddEntries = [
  '',
  'x',
  '-1',
  '9'.repeat(9),
  'x'.repeat(20_000),
  '\u202ea\0',
  '2026-01-01',
  'https://a',
  new File([''], 'a'),
]

const withoutForm = 'An action was called without its form.'

describe('with a separate scene', () => {
  beforeEach(openScene)

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
      const account = 'app/(portal)/account/data/actions.ts chooseHints'
      const { changed } = await callAs(
        scene.owner,
        account,
        (await actionFixtures[account]?.arguments(scene)) ?? [],
      )
      expect(changed).not.toEqual([])
    },
  )

  test.each(writing.filter((each) => may('member', rightOf(each) ?? 'team')))(
    '%s works for a member',
    async (name, fixture) => {
      const given = await fixture.arguments(scene)
      if (rules.get(name)?.final) (given.at(-1) as FormData).set('confirming', 'yes')
      const { outcome, changed } = await callAs(scene.member, name, given)
      expect(changed, JSON.stringify(outcome)).not.toEqual([])
    },
  )

  test('each right is that of an action, or of a page', () => {
    const tried = new Set([...writing.map(rightOf), 'view', 'usage', 'applications'])
    expect(Object.keys(rights).filter((right) => !tried.has(right as Right))).toEqual([])
    for (const right of ['secrets', 'delete', 'team'] as const) expect(rights[right]).toEqual(['owner'])
  })

  // ASVS 7.2.4
  test.each([
    'app/(auth)/sign-in/actions.ts signIn',
    'app/(auth)/sign-in/actions.ts givePasskey',
    'app/(auth)/activate/[link]/actions.ts activateOwnAccount',
    'app/(auth)/invitation/[link]/actions.ts acceptWithPassword',
    'app/(auth)/reset-password/[link]/actions.ts resetOwnPassword',
    'app/_request/sign-out.ts signOut',
  ])('%s ends the session that the browser had, also one of another account', async (name) => {
    for (const who of [scene.other, scene.pending]) {
      const given = (await actionFixtures[name]?.arguments(scene)) ?? []
      expect(await findSession(who.claims)).not.toBeNull()
      const outcome = await callAction(who, name, given)
      expect(outcome.redirect, JSON.stringify(outcome)).toMatch(/^\//)
      expect(await findSession(who.claims)).toBeNull()
    }
  })

  const endpointActions = writing.filter(
    ([name]) => name.includes('/applications/[id]/webhooks/') && !name.endsWith(' addOwnEndpoint'),
  )

  test.each(endpointActions)(
    '%s does nothing with the id of another application of its caller, which may have been confirmed',
    async (name, fixture) => {
      const [, ...others] = await fixture.arguments(scene)
      await sql.query('UPDATE session SET confirmed_at = now() WHERE id = $1', [scene.owner.claims.sessionId])
      const given = [(await scene.production()).applicationId, ...others]
      expect((await callAs(scene.owner, name, given)).changed).toEqual([])
    },
  )
})

/** Lets this person's session have been confirmed so long ago, or never. */
async function confirm(person: { claims: SessionClaims } | null, age: string | null): Promise<void> {
  await sql.query('UPDATE session SET confirmed_at = now() - $2::interval WHERE id = $1', [
    person?.claims.sessionId,
    age,
  ])
}

function othersThan(by: ActionFixture['by']): ('other' | 'reviewer' | 'administrator')[] {
  if (by === 'owner') return ['other', 'reviewer', 'administrator']
  return by === 'reviewer' ? ['other'] : ['other', 'reviewer']
}

/** The same about the owner's Production application: what asks there may ask nothing in the Sandbox. */
async function inProduction(name: string, given: unknown[]): Promise<unknown[] | null> {
  const { applicationId } = await scene.production()
  if (name.endsWith(' moveApplicationIn')) return [given[0], {}, formOf({ applicationId })]
  if (name.endsWith(' acceptInvitation')) return null
  return [applicationId, ...given.slice(1)]
}

/** Calls it, and returns the names of the tables that changed. */
async function callAs(
  person: { claims: SessionClaims } | null,
  name: string,
  given: unknown[],
): Promise<{ outcome: Outcome; changed: string[] }> {
  const before = await takeSnapshot(sql)
  const outcome = await callAction(person, name, given)
  const after = await takeSnapshot(sql)
  return { outcome, changed: Object.keys(after).filter((table) => after[table] !== before[table]) }
}

/** Calls of an API, and what a passkey is to respond to. */
const repeatable = / (callApi|makeFirstCall|callFromReference|beginPasskey)$/
/** After which its person has no session, or another one. */
const endsItself = /^ends an account|role of staff|(giveCode|givePasskey|confirmNewEmail)$/

/** Calls it as a form is posted whose response was lost, and then again: that does nothing, and leads where it did. */
async function callTwice(
  person: { id: string; claims: SessionClaims } | null,
  name: string,
  given: unknown[],
) {
  const [state, form] = given.slice(-2)
  const once = form instanceof FormData && typeof state === 'object' && !(state instanceof FormData)
  if (!person || !once || repeatable.test(name)) return callAs(person, name, given)
  const key = randomUUID()
  form.set('person', person.id)
  form.set('requestKey', key)
  const origin = {
    parsed: true,
    isCut: () => false,
    hiddenFields: () => ({ requestKey: key, person: person.id }),
  }
  const call = () => withRequestContext('a call', () => callAs(person, name, given), origin)
  const first = await call()
  const { outcome, changed } = await call()
  expect(changed).toEqual([])
  // What it was about, or the session, has ended.
  if (/^\/sign-in|404$/.test(outcome.redirect ?? outcome.status ?? ''))
    expect(rules.get(name)?.does ?? name).toMatch(endsItself)
  else if (first.outcome.redirect) expect(outcome.redirect).toBe(first.outcome.redirect)
  else
    expect(outcome.answer).toMatchObject({
      error: expect.stringMatching(/already submitted and processed|already created/),
    })
  return first
}
