import type { Application, TeamRole } from '@/generated/prisma/client'
import type { Environment } from '@/generated/prisma/enums'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { isUuid } from '@/lib/ids'
import type { Recipient } from '@/lib/mail/commands'
import { openTo, type Right, rights } from './rights'
import { strongest } from './subject'

/** An application as seen by a member of its team. */
export type TeamApplication = Application & { role: TeamRole }

/** The applications that a developer owns or is a member of, newest first, without the deleted ones. */
export async function listApplications(
  developerId: string,
): Promise<(TeamApplication & { shared: boolean })[]> {
  const found = await database().application.findMany({
    where: openTo(developerId, 'view'),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    include: { ...ownPlace(developerId), _count: { select: { members: true } } },
  })
  return found.map(({ _count, ...row }) => ({
    ...withRole(row),
    shared: _count.members > 1 || row.organisationId !== null,
  }))
}

/** The active Sandbox applications with which a developer may make calls in the portal: id and name, by name. */
export async function listRunnable(developerId: string): Promise<{ id: string; name: string }[]> {
  return database().application.findMany({
    where: { ...openTo(developerId, 'console'), environment: 'sandbox', state: 'active' },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true },
  })
}

/**
 * The application `id` if this developer has that right on it, or null. Another's, an unknown, a malformed and a
 * deleted one look the same, and so does one where their role is not sufficient.
 * @param transaction for callers whose decision depends on the result
 */
export async function findApplicationFor(
  developerId: string,
  right: Right,
  id: string,
  transaction: Transaction = database(),
): Promise<TeamApplication | null> {
  if (!isUuid(id)) return null
  const found = await transaction.application.findFirst({
    where: { id, ...openTo(developerId, right) },
    include: ownPlace(developerId),
  })
  return found && withRole(found)
}

/** Why it was suspended last, as the e-mail to its team said; null without a reason. The caller may view it. */
export async function findSuspensionReason(applicationId: string): Promise<string | null> {
  const suspension = await database().stateTransition.findFirst({
    where: { applicationId, toState: 'suspended' },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { reason: true },
  })
  return suspension?.reason ?? null
}

/**
 * The recipients of a mail about an application or an organisation: everyone on its team, or in its
 * organisation, with the right that the mail is about. Mails about documents contain what reviewers write, so
 * suspended people do not get them.
 */
export async function listRecipients(
  transaction: Transaction,
  subjectId: string,
  right: Right,
): Promise<(Recipient & { id: string })[]> {
  const role = { in: [...rights[right]] }
  return transaction.developer.findMany({
    where: {
      deletedAt: null,
      ...(right === 'documents' ? { suspendedAt: null } : {}),
      memberships: {
        some: {
          role,
          OR: [
            { applicationId: subjectId },
            { organisationId: subjectId },
            { organisation: { applications: { some: { id: subjectId } } } },
          ],
        },
      },
    },
    select: { id: true, email: true, locale: true },
    orderBy: { id: 'asc' },
  })
}

function ownPlace(developerId: string) {
  const members = { where: { developerId }, select: { role: true } } as const
  return { members, organisation: { select: { members } } } as const
}

type Places = { members: { role: TeamRole }[] }

function withRole<Row extends Application>({
  members,
  organisation,
  ...row
}: Row & Places & { organisation: Places | null }) {
  return { ...row, role: strongest([...members, ...(organisation?.members ?? [])]) }
}

/**
 * The application by which the landing page calls the Sandbox: the only one without an owner. The portal creates it
 * with its first call; it is in no list and no count.
 */
export const landingApplicationId = '019ac8f0-0000-7000-8000-000000000001'

/**
 * The owner after whom an application is named in lists and reviews.
 * @throws Error for the landing page's, which none of them hold
 */
export function ownerOf<Owner>({ developer }: { developer: Owner | null }): Owner {
  if (!developer) throw new Error('The application of the landing page has no owner.')
  return developer
}

/** The calls per minute that applications of an environment may make at the account endpoint; 0 is unlimited. */
export function defaultLimit(environment: Environment): number {
  const { SANDBOX_RATE_LIMIT, PRODUCTION_RATE_LIMIT } = getSettings()
  return environment === 'sandbox' ? SANDBOX_RATE_LIMIT : PRODUCTION_RATE_LIMIT
}

/** The same for one application: its own limit replaces the environment's. */
export function limitOf({
  environment,
  rateLimit,
}: {
  environment: Environment
  rateLimit: number | null
}): number {
  return rateLimit ?? defaultLimit(environment)
}
