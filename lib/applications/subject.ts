import type { TeamRole } from '@/generated/prisma/client'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { isUuid } from '@/lib/ids'
import { openOrganisationTo, openTo, type Right } from './rights'

/** An application or an organisation: both have a team and are submitted to reviewers. Its id alone names it. */
export type TeamResource = { type: 'application' | 'organisation'; id: string; name: string }

/** The columns that name a subject in a row that belongs to one. */
export type SubjectColumns =
  | { applicationId: string; organisationId?: null }
  | { organisationId: string; applicationId?: null }

export function columnsOf({ type, id }: Pick<TeamResource, 'type' | 'id'>): SubjectColumns {
  return type === 'application' ? { applicationId: id } : { organisationId: id }
}

/** The id of the subject that a row belongs to. */
export function subjectIdOf(row: { applicationId: string | null; organisationId: string | null }): string {
  const id = row.applicationId ?? row.organisationId
  if (!id) throw new Error('unreachable: every row of a subject names one')
  return id
}

/** Rows that belong to this application or organisation. */
export function ofSubject(id: string) {
  return { OR: [{ applicationId: id }, { organisationId: id }] }
}

/** Rows that also belong to the application's organisation, or to an application of the organisation. */
export function concerning(id: string) {
  const around = [
    { organisation: { applications: { some: { id } } } },
    { application: { organisationId: id } },
  ]
  return { OR: [...ofSubject(id).OR, ...around] }
}

/** Rows that belong to this application or organisation, if this developer has that right on it. */
export function ofSubjectOpenTo(id: string, developerId: string, right: Right) {
  return {
    OR: [
      { applicationId: id, application: openTo(developerId, right) },
      { organisationId: id, organisation: openOrganisationTo(developerId, right) },
    ],
  }
}

/** A subject as someone on its team sees it. `sandbox`: it is an application of the Sandbox. */
export type TeamSubject = TeamResource & { role: TeamRole; sandbox: boolean }

/** The subject with this id if the developer has that right on it, with their role, or null. */
export async function findSubjectFor(
  developerId: string,
  right: Right,
  id: string,
  transaction: Transaction = database(),
): Promise<TeamSubject | null> {
  if (!isUuid(id)) return null
  const members = { where: { developerId }, select: { role: true } } as const
  const application = await transaction.application.findFirst({
    where: { id, ...openTo(developerId, right) },
    select: { name: true, environment: true, members, organisation: { select: { members } } },
  })
  if (application) {
    const { name, environment } = application
    const role = strongest([...application.members, ...(application.organisation?.members ?? [])])
    return { type: 'application', id, name, role, sandbox: environment === 'sandbox' }
  }
  const organisation = await transaction.organisation.findFirst({
    where: { id, ...openOrganisationTo(developerId, right) },
    select: { legalName: true, members },
  })
  return (
    organisation && {
      type: 'organisation',
      id,
      name: organisation.legalName,
      role: strongest(organisation.members),
      sandbox: false,
    }
  )
}

/** The subject with this id, deleted and closed ones aside. */
export async function findSubject(
  transaction: Transaction,
  id: string,
): Promise<Omit<TeamSubject, 'role'> | null> {
  const application = await transaction.application.findFirst({ where: { id, state: { not: 'deleted' } } })
  if (application)
    return { type: 'application', id, name: application.name, sandbox: application.environment === 'sandbox' }
  const organisation = await transaction.organisation.findFirst({ where: { id, state: { not: 'closed' } } })
  return organisation && { type: 'organisation', id, name: organisation.legalName, sandbox: false }
}

/** Of someone's roles on a team and in its organisation, the one with more rights. */
export function strongest(places: readonly { role: TeamRole }[]): TeamRole {
  return places.some(({ role }) => role === 'owner') ? 'owner' : 'member'
}

/** Locks an application or an organisation until the transaction ends. Lock developers and secrets before it. */
export async function lockSubject(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM organisation WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  await transaction.$queryRaw`SELECT id FROM application WHERE id = ${id}::uuid FOR NO KEY UPDATE`
}

/** The path of its page in the portal. */
export function subjectPath({ type, id }: Pick<TeamResource, 'type' | 'id'>): string {
  return `/${type}s/${id}`
}

/** The URL of its page, for mails. */
export function subjectLink(subject: Pick<TeamResource, 'type' | 'id'>): string {
  return `${getSettings().PORTAL_URL}${subjectPath(subject)}`
}
