import type { Environment } from '@/generated/prisma/enums'
import type { AuditRow } from '@/lib/audit/queries'
import { database } from '@/lib/database'
import { findPeople } from '@/lib/developers/directory'
import { describePerson } from '@/lib/identity/schema'
import { isUuid } from '@/lib/ids'
import type { Locale } from '@/lib/languages'
import { selectTexts, textsOf } from '@/lib/translations'

/** The other subject of an entry: a text, a text in each language, or a kind of e-mail. */
export type AuditThing = { text: string } | { name: Partial<Record<Locale, string>> } | { template: string }

/** The names behind the ids of an audit entry, as they are now; null for what is gone, or not part of the entry. */
export type AuditNames = {
  actor: { displayName: string; email: string } | null
  /** Whom it concerns, other than the actor: an e-mail address. */
  person: { id: string; email: string } | null
  application: { id: string; name: string; environment: Environment } | null
  organisation: { id: string; name: string } | null
  thing: AuditThing | null
}

type Thing = { id: string; applicationId?: string | null; organisationId?: string | null; thing?: AuditThing }
type Entry = { row: AuditRow; detail: Record<string, unknown> }

/** Names for a page of audit entries, by `sequence`: the log itself holds ids only, so that it never has to change. */
export async function nameAuditRows(rows: AuditRow[]): Promise<Map<string, AuditNames>> {
  const entries = rows.map((row) => ({ row, detail: JSON.parse(row.detail) as Record<string, unknown> }))
  const things = await findThings(entries)
  const applicationIds = entries.map((entry) => applicationOf(entry, things))
  const organisationIds = entries.map((entry) => organisationOf(entry, things))
  const [people, applications, organisations] = await Promise.all([
    findPeople(entries.flatMap((entry) => [entry.row.actorId, personOf(entry)])),
    findApplications(applicationIds),
    findOrganisations(organisationIds),
  ])
  return new Map(
    entries.map((entry, index) => {
      const person = people.get(personOf(entry) ?? '')
      return [
        entry.row.sequence,
        {
          actor: people.get(entry.row.actorId ?? '') ?? null,
          person: person ? { id: person.id, email: describePerson(person) } : null,
          application: applications.get(applicationIds[index] ?? '') ?? null,
          organisation: organisations.get(organisationIds[index] ?? '') ?? null,
          thing: things.get(entry.row.subjectId)?.thing ?? null,
        },
      ]
    }),
  )
}

function personOf({ row, detail }: Entry): string | null {
  if (row.subjectType === 'developer') return row.subjectId
  return typeof detail.memberId === 'string' ? detail.memberId : null
}

function applicationOf({ row, detail }: Entry, things: Map<string, Thing>): string | null {
  if (row.subjectType === 'application') return row.subjectId
  if (typeof detail.applicationId === 'string') return detail.applicationId
  return things.get(row.subjectId)?.applicationId ?? null
}

function organisationOf({ row, detail }: Entry, things: Map<string, Thing>): string | null {
  if (row.subjectType === 'organisation') return row.subjectId
  if (typeof detail.organisationId === 'string') return detail.organisationId
  return things.get(row.subjectId)?.organisationId ?? null
}

async function findOrganisations(ids: (string | null)[]) {
  const wanted = [...new Set(ids.filter(isUuid))]
  const found = await database().organisation.findMany({
    where: { id: { in: wanted } },
    select: { id: true, legalName: true },
  })
  return new Map(found.map(({ id, legalName }) => [id, { id, name: legalName }]))
}

async function findApplications(ids: (string | null)[]) {
  const wanted = [...new Set(ids.filter(isUuid))]
  const found = await database().application.findMany({
    where: { id: { in: wanted } },
    select: { id: true, name: true, environment: true },
  })
  return new Map(found.map((application) => [application.id, application]))
}

/** How to find the subjects of each type; types without a name are absent. */
const finders: Record<string, (ids: string[]) => Promise<Thing[]>> = {
  submission: (ids) =>
    database().submission.findMany({
      where: { id: { in: ids } },
      select: { id: true, applicationId: true, organisationId: true },
    }),
  document: async (ids) => {
    const found = await database().document.findMany({
      where: { id: { in: ids } },
      select: { id: true, name: true, submission: { select: { applicationId: true, organisationId: true } } },
    })
    return found.map(({ id, name, submission }) => ({ id, thing: { text: name }, ...submission }))
  },
  requirement: async (ids) => {
    const select = { id: true, ...selectTexts('name') }
    const found = await database().requirement.findMany({ where: { id: { in: ids } }, select })
    return found.map((each) => ({ id: each.id, thing: { name: textsOf(each, 'name') } }))
  },
  reason_template: async (ids) => {
    const select = { id: true, ...selectTexts('label') }
    const found = await database().reasonTemplate.findMany({ where: { id: { in: ids } }, select })
    return found.map((each) => ({ id: each.id, thing: { name: textsOf(each, 'label') } }))
  },
  announcement: async (ids) => {
    const select = { id: true, ...selectTexts('title') }
    const found = await database().announcement.findMany({ where: { id: { in: ids } }, select })
    return found.map((each) => ({ id: each.id, thing: { name: textsOf(each, 'title') } }))
  },
  mail: async (ids) => {
    const select = { id: true, template: true, subject: true } as const
    const found = await database().mailMessage.findMany({ where: { id: { in: ids } }, select })
    return found.map(({ id, template, subject }) => ({
      id,
      thing: subject ? { text: subject } : { template },
    }))
  },
  alert: (ids) =>
    database().operatorAlert.findMany({
      where: { id: { in: ids } },
      select: { id: true, applicationId: true },
    }),
}

async function findThings(entries: Entry[]): Promise<Map<string, Thing>> {
  const found = await Promise.all(
    Object.entries(finders).map(([type, find]) => {
      const ids = entries
        .filter(({ row }) => row.subjectType === type && isUuid(row.subjectId))
        .map(({ row }) => row.subjectId)
      return ids.length > 0 ? find([...new Set(ids)]) : []
    }),
  )
  return new Map(found.flat().map((thing) => [thing.id, thing]))
}
