import type { ApplicationState, Environment } from '@/generated/prisma/enums'
import { database } from '@/lib/database'
import { openTo } from './rights'

/** What tells whether two applications are the same program in both environments. */
export type Pairable = {
  id: string
  name: string
  environment: Environment
  state: ApplicationState
  sandboxId: string | null
}

/** More than anyone has: bounds what each page of an application reads. */
const maxListed = 500

/** The applications that a developer may see, newest first, for the switcher and {@link findPair}. */
export async function listPairable(developerId: string): Promise<Pairable[]> {
  return database().application.findMany({
    where: openTo(developerId, 'view'),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxListed,
    select: { id: true, name: true, environment: true, state: true, sandboxId: true },
  })
}

/**
 * The same application in the other environment, among those that the reader may see: what it was promoted from or to,
 * the newest of several; else the one of the same name, if on either side there is exactly one that has no pair by
 * promotion.
 * @param listed newest first, with the application itself
 */
export function findPair<Row extends Pairable>(application: Pairable, listed: Row[]): Row | null {
  const promoted = findPromotion(application, listed)
  if (promoted) return promoted
  const same = listed.filter(
    (each) => isSameName(each, application) && !findPromotion(each, listed) && each.id !== application.id,
  )
  const [match, ...more] = same.filter(({ environment }) => environment !== application.environment)
  const twins = same.filter(({ environment }) => environment === application.environment)
  return match && more.length === 0 && twins.length === 0 ? match : null
}

function findPromotion<Row extends Pairable>({ id, sandboxId }: Pairable, listed: Row[]): Row | undefined {
  const newestOf = (sandbox: string) => listed.find((each) => each.sandboxId === sandbox)
  if (!sandboxId) return newestOf(id)
  return newestOf(sandboxId)?.id === id ? listed.find((each) => each.id === sandboxId) : undefined
}

function isSameName({ name }: Pairable, other: Pairable): boolean {
  return name.toLowerCase() === other.name.toLowerCase()
}
