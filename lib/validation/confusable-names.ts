import { confusableKey } from '@/lib/confusables'
import { database } from '@/lib/database'

/** The newest of each that are compared. */
const compared = 10_000

type Subject = { names: string[]; developerId?: string; organisationId: string | null }

/**
 * Names that someone could take for one of these: of other people's Production applications and of other
 * organisations that reviewers have seen.
 */
export async function findConfusableNames({ names, ...own }: Subject): Promise<string[]> {
  const keys = new Set(names.map(confusableKey).filter((key) => key !== ''))
  const [applications, organisations] = await Promise.all([
    database().application.findMany({
      where: { environment: 'production', state: { notIn: ['draft', 'rejected', 'deleted'] } },
      orderBy: { id: 'desc' },
      take: compared,
      select: { name: true, developerId: true, organisationId: true },
    }),
    database().organisation.findMany({
      where: { state: { notIn: ['draft', 'rejected', 'closed'] } },
      orderBy: { id: 'desc' },
      take: compared,
      select: { id: true, legalName: true, tradingName: true },
    }),
  ])
  const isOwn = (other: { developerId: string | null; organisationId: string | null }) =>
    other.organisationId === own.organisationId &&
    (own.organisationId !== null || other.developerId === own.developerId)
  const others = [
    ...applications.filter((other) => !isOwn(other)).map(({ name }) => name),
    ...organisations
      .filter(({ id }) => id !== own.organisationId)
      .flatMap(({ legalName, tradingName }) => [legalName, tradingName]),
  ]
  return [...new Set(others.filter((name) => keys.has(confusableKey(name))))]
}
