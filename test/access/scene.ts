import type { Pool } from 'pg'
import { beforeAll, beforeEach } from 'vitest'
import type { Role } from '@/generated/prisma/enums'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { registerPasskey } from '@/lib/identity/passkey'
import { hashPassword } from '@/lib/identity/password'
import { showSetupKey } from '@/lib/identity/second-factor'
import type { SessionClaims } from '@/lib/identity/session'
import { succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { Authenticator } from '@/test/authenticator'
import { type Client, createApplication, createDeveloper, issueSecret } from '@/test/factories'
import { type OwnDatabase, withOwnDatabase } from '@/test/own-database'
import { createSubmitted, type Draft } from '@/test/validation'
import { askNewPasskey, goodPassword, inSession, openSession } from '../developers'
import { withdrawTerms } from '../terms'

export type Person = { id: string; email: string; claims: SessionClaims }

/** The objects of one developer, and the only people who may see them. */
export type Scene = {
  sql: Pool
  owner: Person
  /** On the team of both applications. */
  member: Person
  other: Person
  reviewer: Person
  administrator: Person
  /** Gave the right password, and owes a code of `pendingKey`. */
  pending: Person
  pendingKey: string
  sandbox: Client
  /** An application in validation with its documents, created on the first call. */
  production: () => Promise<Draft>
  /** The owner's other session. */
  otherSessionId: string
}

let passwordHash: string | undefined

/** Signed in, with a confirmation that is good and a second factor where the role asks for one. */
async function signIn(role: Role = 'developer'): Promise<Person> {
  passwordHash ??= await hashPassword(goodPassword)
  const { id, email } = await createDeveloper({ role, passwordHash, factor: role !== 'developer' })
  return { id, email, claims: await openConfirmed(id) }
}

function openConfirmed(developerId: string, awaitingSecondFactor = false): Promise<SessionClaims> {
  return openSession(developerId, { confirmedAt: now(), awaitingSecondFactor })
}

/** A passkey of an authenticator in software; as registering one ends other sessions, those are put back. */
export async function putPasskey({ id }: Person): Promise<Authenticator> {
  const authenticator = new Authenticator()
  const { sessionId } = await openConfirmed(id)
  const response = authenticator.create(await askNewPasskey({ id }, sessionId))
  const actor = { id, role: 'developer' } as const
  const live = await database().session.findMany({ where: { developerId: id, revokedAt: null } })
  const input = { name: 'Blue key', passkey: response }
  await succeed(executeAs(inSession(actor, sessionId), registerPasskey, { input }))
  const ids = live.map((session) => session.id).filter((each) => each !== sessionId)
  await database().session.updateMany({ where: { id: { in: ids } }, data: { revokedAt: null } })
  return authenticator
}

/** A database with a scene, which is set once or for each test of the file. */
export function withScene({
  each = false,
  ...options
}: Parameters<typeof withOwnDatabase>[0] & { each?: boolean } = {}): OwnDatabase & { scene: Scene } {
  const own = Object.assign(withOwnDatabase(options), { scene: {} as Scene })
  const set = async () => void Object.assign(own.scene, await setScene(own.owner))
  if (each) beforeEach(set)
  else beforeAll(set)
  return own
}

export async function setScene(sql: Pool): Promise<Scene> {
  await withdrawTerms(sql)
  const owner = await signIn()
  const member = await signIn()
  const join = (applicationId: string) =>
    database().membership.create({ data: { applicationId, developerId: member.id, role: 'member' } })
  const application = await createApplication(sql, { developerId: owner.id })
  const secret = await issueSecret(sql, application.id, 'sandbox')
  await join(application.id)
  let production: Promise<Draft> | undefined
  const pending = await signIn()
  const setup = await showSetupKey(pending, pending.claims.sessionId)
  await sql.query('UPDATE totp_factor SET confirmed_at = now() WHERE developer_id = $1', [pending.id])
  return {
    pending: { ...pending, claims: await openConfirmed(pending.id, true) },
    pendingKey: setup?.key ?? '',
    sql,
    owner,
    member,
    other: await signIn(),
    reviewer: await signIn('reviewer'),
    administrator: await signIn('administrator'),
    sandbox: {
      applicationId: application.id,
      clientId: application.clientId,
      clientSecret: secret.clientSecret,
      secretId: secret.id,
    },
    production: () => {
      production ??= createSubmitted(sql, { owner: { id: owner.id, role: 'developer' } }).then(
        async (draft) => {
          await join(draft.applicationId)
          return draft
        },
      )
      return production
    },
    otherSessionId: (await openConfirmed(owner.id)).sessionId,
  }
}
