import { createRandom } from '@/scripts/launch/demo/random'
import { hostNames } from '../cluster/proxy-config'
import type { Caller } from './caller'
import { type ChangingAccount, judgeChangingAccount } from './changing-accounts'
import {
  type Answer,
  judge,
  judgeToken,
  type KnownAccount,
  type KnownToken,
  type Verdict,
} from './expectation'
import type { Call } from './tally'
import { readPrivatePage, sendForm, type Visitor } from './visitor'

/** An application that makes calls, with what is known about its token. */
export type Program = {
  environment: 'sandbox' | 'production'
  clientId: string
  clientSecret: string
  known: KnownToken | null
  /** a revocation is in progress: its token may be valid or not */
  revoking: boolean
  /** revocations so far: a request from before one shows nothing about the time after it */
  revocations: number
  /** tokens whose revocation was not acknowledged: it may or may not have happened */
  doubtful: Set<string>
}

export type Load = {
  calls: Call[]
  wrongs: string[]
  revoked: { program: Program; token: KnownToken }[]
  stop(): Promise<void>
}

type Setting = {
  caller: Caller
  programs: Program[]
  visitor: Visitor
  accounts: KnownAccount[]
  changing: ChangingAccount[]
  /** calls a second */
  rate: number
}

/** The verdict from a response, the time of the request and the time of the response. */
type Judge = (answer: Answer | null, sentAt: number, endedAt: number) => Verdict

const beatMilliseconds = 10
/** Maximum calls in flight. Beyond it, further calls are counted as failed and not made. */
const maxInFlight = 10_000
/** Upper bounds by kind out of a hundred calls; the rest are balances of constant accounts. */
const upTo = { tokens: 25, revoked: 29, unknown: 31, elsewhere: 33, changing: 43 }
/**
 * A page per second, public and private in turn; a form every two; a wrong secret every four, below the guessing limit.
 */
const rare = { page: 1000, form: 2000, wrongSecret: 4000 }
const grant = { grant_type: 'client_credentials' }
const urlEncoded = { 'Content-Type': 'application/x-www-form-urlencoded' }

const refused: Judge = (answer) => judge(answer, 401, 'invalid_token')
const notFound: Judge = (answer) => judge(answer, 404, 'account_not_found')

/** Makes calls at this rate until stopped; every response is judged. */
export function startLoad({ caller, programs, visitor, accounts, changing, rate }: Setting): Load {
  const calls: Call[] = []
  const wrongs: string[] = []
  const revoked: Load['revoked'] = []
  const inFlight = new Set<Promise<void>>()
  const changingOf = {
    sandbox: changing.filter(({ environment }) => environment === 'sandbox'),
    production: changing.filter(({ environment }) => environment === 'production'),
  }
  const anAccount = (accounts[0] as KnownAccount).msisdn
  const next: Record<keyof typeof rare, number> = { page: 0, form: 0, wrongSecret: 0 }
  const began = performance.now()
  // Independent choices: every program makes every kind of call, about every account.
  const random = createRandom(1)
  let sent = 0
  let pages = 0

  const timer = setInterval(() => {
    const now = performance.now()
    for (const due = ((now - began) / 1000) * rate; sent < due; sent++)
      start(inFlight.size < maxInFlight ? ask(now) : notMade(now))
    if (now >= next.page) start(page(now))
    if (now >= next.form) start(form(now))
    if (now >= next.wrongSecret) start(wrongSecret(now))
  }, beatMilliseconds)

  function start(work: Promise<Call>): void {
    const noted: Promise<void> = work.then((call) => {
      calls.push(call)
      if (call.verdict.is === 'wrong') wrongs.push(`${call.kind}: ${call.verdict.why}`)
      inFlight.delete(noted)
    })
    inFlight.add(noted)
  }

  async function notMade(sentAt: number): Promise<Call> {
    const verdict = { is: 'failed', why: `${maxInFlight} calls are in flight` } as const
    return { kind: 'a balance', sentAt, endedAt: performance.now(), verdict }
  }

  function ask(now: number): Promise<Call> {
    const program = random.pick(programs)
    const dice = random.next() * 100
    const live =
      program.known && program.known.endsAt > now + 12_000 && !program.revoking ? program.known : null
    if (dice < upTo.tokens || !live) return token(program)
    const { environment } = program
    const ended = random.pick(revoked) as (typeof revoked)[number] | undefined
    if (dice < upTo.revoked && ended)
      return account('a revoked token', ended.program.environment, ended.token.token, anAccount, refused)
    if (dice < upTo.unknown && environment === 'sandbox')
      return account('an unknown account', 'sandbox', live.token, '999000000000', notFound)
    if (dice < upTo.elsewhere) {
      const other = environment === 'sandbox' ? 'production' : 'sandbox'
      return account('a token of the other environment', other, live.token, anAccount, refused)
    }
    const target = random.pick(changingOf[environment]) as ChangingAccount | undefined
    if (dice < upTo.changing && target)
      return balance(program, live, target.msisdn, (answer, sentAt, endedAt) =>
        judgeChangingAccount(answer, target, sentAt, endedAt),
      )
    const { msisdn, body } = random.pick(accounts)
    return balance(program, live, msisdn, (answer) => judge(answer, 200, body, true))
  }

  /** Revoked while in flight, a token may be valid or not: both are correct. */
  async function balance(program: Program, live: KnownToken, msisdn: string, verdict: Judge): Promise<Call> {
    const { revocations } = program
    const call = await account('a balance', program.environment, live.token, msisdn, verdict)
    const revokedMeanwhile =
      program.revoking || program.revocations !== revocations || program.doubtful.has(live.token)
    if (call.verdict.is !== 'wrong' || !revokedMeanwhile || !call.verdict.why.startsWith('401')) return call
    return { ...call, verdict: { is: 'right' } }
  }

  async function token(program: Program): Promise<Call> {
    const sentAt = performance.now()
    const { revoking, revocations } = program
    const known = program.known && !program.doubtful.has(program.known.token) ? program.known : null
    const answer = await postForm(caller, program, '/oauth/token', grant)
    const endedAt = performance.now()
    const sure = !revoking && !program.revoking && program.revocations === revocations
    const judged = judgeToken(answer, sure ? known : null, endedAt)
    if (judged.token && sure) program.known = judged.token
    return { kind: 'a token', sentAt, endedAt, verdict: judged.verdict }
  }

  async function account(
    kind: string,
    environment: Program['environment'],
    bearer: string,
    msisdn: string,
    verdict: Judge,
  ): Promise<Call> {
    const sentAt = performance.now()
    const path = `/api/eWallet/v1/account?msisdn=${msisdn}`
    const answer = await caller.ask(hostNames[environment], 'GET', path, {
      Authorization: `Bearer ${bearer}`,
    })
    const endedAt = performance.now()
    return { kind, sentAt, endedAt, verdict: verdict(answer, sentAt, endedAt) }
  }

  async function page(now: number): Promise<Call> {
    next.page = now + rare.page
    pages++
    if (pages % 2 === 0) {
      const verdict = await readPrivatePage(caller, visitor)
      return { kind: 'a private page', sentAt: now, endedAt: performance.now(), verdict }
    }
    const answer = await caller.ask(hostNames.portal, 'GET', '/sign-in')
    return {
      kind: 'a page',
      sentAt: now,
      endedAt: performance.now(),
      verdict: judge(answer, 200, 'name="password"'),
    }
  }

  async function form(now: number): Promise<Call> {
    next.form = now + rare.form
    const verdict = await sendForm(caller, visitor, `Faults ${Math.round(now)}`)
    return { kind: 'a form', sentAt: now, endedAt: performance.now(), verdict }
  }

  async function wrongSecret(now: number): Promise<Call> {
    next.wrongSecret = now + rare.wrongSecret
    const program = random.pick(programs)
    const secret = program.clientSecret.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
    const answer = await postForm(caller, { ...program, clientSecret: secret }, '/oauth/token', grant)
    const verdict = judge(answer, 401, 'invalid_client')
    return { kind: 'a wrong secret', sentAt: now, endedAt: performance.now(), verdict }
  }

  return {
    calls,
    wrongs,
    revoked,
    async stop() {
      clearInterval(timer)
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}

/** Revokes a program's token; once acknowledged, it must never be valid again. @returns whether it was */
export async function revoke(load: Load, caller: Caller, program: Program): Promise<boolean> {
  const { known } = program
  if (!known) return false
  program.revoking = true
  program.revocations++
  const answer = await postForm(caller, program, '/oauth/revoke', { token: known.token })
  if (answer?.status !== 200) program.doubtful.add(known.token)
  program.known = null
  program.revoking = false
  if (answer?.status !== 200) return false
  load.revoked.push({ program, token: known })
  return true
}

/** Posts to a program's environment with its credentials in the body. */
function postForm(
  caller: Caller,
  { environment, clientId, clientSecret }: Program,
  path: string,
  fields: Record<string, string>,
): Promise<Answer | null> {
  const body = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret })
  return caller.ask(hostNames[environment], 'POST', path, urlEncoded, body.toString())
}
