import type { Application, LimitRequest, Prisma } from '@/generated/prisma/client'
import type { Transaction } from '@/lib/database'
import type { Wanted } from './kinds'
import type { RequestKind } from './schema'

type Row = Omit<LimitRequest, 'callsPerMinute'>

/** A request of one kind, as its table has it. */
export type RequestOf<Kind extends RequestKind> = Row & Wanted<Kind>

/** A request together with its application, as it was before a decision. */
export type Requested<Kind extends RequestKind> = RequestOf<Kind> & { application: Application }

/** As {@link Requested}, with whose it is. */
export type ShownRequest<Kind extends RequestKind> = Requested<Kind> & {
  requestedBy: { email: string; displayName: string }
}

/** Each kind has a table. What is stated about one uses the columns that all have; its rows have their own as well. */
type Table<Kind extends RequestKind> = {
  count(given: Prisma.LimitRequestCountArgs): Promise<number>
  create(given: {
    data: Omit<Prisma.LimitRequestUncheckedCreateInput, 'callsPerMinute'>
  }): Promise<RequestOf<Kind>>
  findFirst(given: Prisma.LimitRequestFindFirstArgs): Promise<RequestOf<Kind> | null>
  findMany(given: Prisma.LimitRequestFindManyArgs): Promise<ShownRequest<Kind>[]>
  findUnique(given: Prisma.LimitRequestFindUniqueArgs): Promise<ShownRequest<Kind> | null>
  update(given: Prisma.LimitRequestUpdateArgs): Promise<RequestOf<Kind>>
}

export function requestTable<Kind extends RequestKind>(
  client: Pick<Transaction, 'limitRequest' | 'networkRequest'>,
  kind: Kind,
) {
  const tables = { limits: client.limitRequest, networks: client.networkRequest }
  return tables[kind] as unknown as Table<Kind>
}
