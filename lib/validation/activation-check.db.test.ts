import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ClientSecret } from '@/generated/prisma/client'
import type { Administrator } from '@/lib/audit/schema'
import { setClock } from '@/lib/clock'
import { decryptSecret } from '@/lib/credentials/commands'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { createKey, switchToKeys } from '@/test/client-keys'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createSubmitted, type Draft, decide, readAudit, readMails } from '@/test/validation'
import { checkActivation, resumeActivationChecks } from './activation-check'

const guichet = withOwnDatabase({ requirements: ['Signed terms'] })
const { owner: sql } = guichet
let reviewer: Administrator
let draft: Draft
let gateway: Server
/** The responses of the Production URL, and the requests to it. */
let answers: { token: number; account: number; code: string }
let asked: { path: string; body: string; authorization: string; sender: string }[]

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { authorization, 'user-agent': sender } = request.headers
    asked.push({
      path: String(request.url),
      body,
      authorization: String(authorization),
      sender: String(sender),
    })
    const token = request.url === '/oauth/token'
    response.writeHead(token ? answers.token : answers.account, { 'content-type': 'application/json' })
    response.end(JSON.stringify(token ? { access_token: 'a-token' } : { code: answers.code }))
  })
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening))
})

afterAll(() => {
  gateway.close()
})

beforeEach(async () => {
  const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  Object.assign(getSettings(), { PRODUCTION_AUTH_URL: address, PRODUCTION_BASE_URL: address })
  answers = { token: 200, account: 404, code: 'account_not_found' }
  asked = []
  await guichet.connectAs('portal')
  reviewer = await createDeveloper({ role: 'reviewer' })
  draft = await createSubmitted(sql)
  await decide(draft.submissionId, 'approved', reviewer)
  await guichet.connectAs('worker')
})

async function read() {
  const { submissionId, applicationId } = draft
  const application = await database().application.findUniqueOrThrow({ where: { id: applicationId } })
  const submission = await database().submission.findUniqueOrThrow({ where: { id: submissionId } })
  const secrets = await database().clientSecret.findMany({ where: { applicationId, revokedAt: null } })
  const decisions = await sql.query('SELECT voided_at FROM decision WHERE submission_id = $1', [submissionId])
  return { application, submission, secrets, voided: decisions.rows[0]?.voided_at !== null }
}

async function countJobs(): Promise<number> {
  const { rows } = await sql.query(
    `SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE key = $1 AND task_identifier = 'prove-approval'`,
    [`prove:${draft.submissionId}`],
  )
  return rows[0].jobs
}

test('an approval sets activating with two secrets in force, one of them for its check, and queues that', async () => {
  const { application, secrets } = await read()
  expect([application.state, secrets.map(({ proof }) => proof).sort()]).toEqual(['activating', [false, true]])
  expect(await countJobs()).toBe(1)
  expect((await readMails(sql, draft.owner.id))['validation-approved']).toBeUndefined()
})

// ASVS 15.3.2
test('a token and the expected 404 make it active, with one mail and without the secret of the check', async () => {
  await checkActivation({ submissionId: draft.submissionId })
  await checkActivation({ submissionId: draft.submissionId })
  const { application, secrets, submission } = await read()
  expect([application.state, submission.state]).toEqual(['active', 'approved'])
  expect(secrets.map(({ proof }) => proof)).toEqual([false])
  expect(asked[0]?.body).not.toContain(decryptSecret(secrets[0] as ClientSecret))
  expect(asked.map(({ path }) => path)).toEqual([
    '/oauth/token',
    '/api/eWallet/v1/account?msisdn=999000000000',
  ])
  expect(asked[0]?.body).toMatch(
    new RegExp(
      `^grant_type=client_credentials&client_id=${application.clientId}&client_secret=guichet_production_secret_\\w{43}$`,
    ),
  )
  expect(asked[1]?.authorization).toBe('Bearer a-token')
  for (const { sender } of asked) expect(sender).toBe('approval/1 (+http://localhost:3000)')
  expect((await readMails(sql, draft.owner.id))['validation-approved']).toBe(1)
  expect(await readAudit(sql, draft.submissionId)).toEqual([
    'submission.submitted',
    'submission.approved',
    'approval.proven',
  ])
})

test('an application with keys has only the secret of its check, and no secret afterwards', async () => {
  await guichet.connectAs('portal')
  draft = await createSubmitted(sql)
  await switchToKeys(sql, draft.applicationId, await createKey())
  await decide(draft.submissionId, 'approved', reviewer)
  expect((await read()).secrets.map(({ proof }) => proof)).toEqual([true])
  await guichet.connectAs('worker')
  await checkActivation({ submissionId: draft.submissionId })
  const { application, secrets } = await read()
  expect([application.state, secrets]).toEqual(['active', []])
})

test.each([
  ['no token', { token: 401 }, 'token:401'],
  ['an account that should not exist', { account: 200 }, 'account:200'],
  ['a refused token', { account: 401 }, 'account:401'],
  ['a 404 of something else', { code: 'not_found' }, 'account:404'],
])('%s is shown and tried again', async (_, change, problem) => {
  Object.assign(answers, change)
  await checkActivation({ submissionId: draft.submissionId })
  const { application, submission, secrets } = await read()
  expect([application.state, submission.proofError, submission.proofAttempts]).toEqual([
    'activating',
    problem,
    1,
  ])
  expect(secrets).toHaveLength(2)
  expect(await countJobs()).toBe(1)
})

test('an unreachable gateway is shown and tried again', async () => {
  getSettings().PRODUCTION_AUTH_URL = 'http://127.0.0.1:1'
  await checkActivation({ submissionId: draft.submissionId })
  expect((await read()).submission.proofError).toBe('token:unreachable')
})

test('a gateway that comes back within 15 minutes is sufficient', async () => {
  answers.token = 503
  await checkActivation({ submissionId: draft.submissionId })
  answers.token = 200
  setClock(new Date(Date.now() + 14 * 60_000))
  await checkActivation({ submissionId: draft.submissionId })
  const { application, submission } = await read()
  expect([application.state, submission.proofError]).toEqual(['active', null])
})

test('after 15 minutes the approval is void, the credentials gone, the submission back in the queue', async () => {
  answers.token = 401
  setClock(new Date(Date.now() + 15 * 60_000 + 1000))
  await checkActivation({ submissionId: draft.submissionId })
  const { application, submission, secrets, voided } = await read()
  expect([application.state, submission.state, voided]).toEqual(['in_validation', 'in_validation', true])
  expect(secrets).toEqual([])
  expect(submission.dueAt).not.toBeNull()
  expect((await readMails(sql, reviewer.id))['operator-alert']).toBe(1)
  expect((await readMails(sql, draft.owner.id))['validation-approved']).toBeUndefined()
  expect((await readAudit(sql, draft.submissionId)).at(-1)).toBe('approval.proof_failed')

  await guichet.connectAs('portal')
  setClock(null)
  expect(await decide(draft.submissionId, 'approved', reviewer)).toEqual({
    ok: true,
    value: 'approved',
  })
  await checkActivation({ submissionId: draft.submissionId })
})

test('an activation check whose job was lost is queued again', async () => {
  await sql.query(`SELECT graphile_worker.remove_job($1)`, [`prove:${draft.submissionId}`])
  await resumeActivationChecks()
  expect(await countJobs()).toBe(0)
  setClock(new Date(Date.now() + 61_000))
  await resumeActivationChecks()
  expect(await countJobs()).toBe(1)
})
