import type { Application, LimitRequest, NetworkRequest, Prisma } from '@/generated/prisma/client'
import type { Transaction } from '@/lib/database'
import type { RequestKind } from './schema'

/** A request of one kind, as its table has it. */
export type RequestOf<Kind extends RequestKind> = { limits: LimitRequest; networks: NetworkRequest }[Kind]

/** As {@link RequestOf}, with whose it is. */
export type ShownRequest<Kind extends RequestKind> = RequestOf<Kind> & {
  application: Application
  requestedBy: { email: string }
}

/** Each kind has a table. What is stated about one uses the columns that all have; its rows have their own as well. */
type Table<Kind extends RequestKind> = {
  count(given: Prisma.LimitRequestCountArgs): Promise<number>
  create(given: {
    data: Omit<Prisma.LimitRequestUncheckedCreateInput, 'callsPerMinute'>
  }): Promise<RequestOf<Kind>>
  findMany(
    given: Prisma.LimitRequestFindManyArgs,
  ): Promise<(RequestOf<Kind> & { application: Application })[]>
  findUnique(given: Prisma.LimitRequestFindUniqueArgs): Promise<ShownRequest<Kind> | null>
  update(given: Prisma.LimitRequestUpdateArgs): Promise<RequestOf<Kind>>
  updateManyAndReturn(given: Prisma.LimitRequestUpdateManyAndReturnArgs): Promise<RequestOf<Kind>[]>
}

export function requestTable<Kind extends RequestKind>(
  client: Pick<Transaction, 'limitRequest' | 'networkRequest'>,
  kind: Kind,
) {
  const tables = { limits: client.limitRequest, networks: client.networkRequest }
  return tables[kind] as unknown as Table<Kind>
}
