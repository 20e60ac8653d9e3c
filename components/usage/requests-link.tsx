import type { ReactNode } from 'react'
import { type Query, withQuery } from '@/components/query'
import { TextLink } from '@/components/ui/text-link'
import type { UsagePoint } from '@/lib/usage/schema'

type Counts = Pick<UsagePoint, 'refused' | 'limited' | 'failed'>

/** The requests of a period in an application's log, whose path is absent for readers who have none. */
export type RequestsPlace = { path?: string; from: Date; to: Date }

type Props = { place: RequestsPlace; filter?: Query; children: ReactNode }

/** A number that leads to the requests behind it. */
export function RequestsLink({ place: { path, from, to }, filter, children }: Props) {
  if (!path) return <>{children}</>
  return (
    <TextLink href={withQuery(path, { from: toText(from), to: toText(to), ...filter })}>{children}</TextLink>
  )
}

/** The filter for errors, where they are of one class; undefined where no one filter finds them all. */
export function errorsFilter({ refused, limited, failed }: Counts): Query | undefined {
  if (failed === 0) return { status: '4xx' }
  return refused + limited === 0 ? { status: '5xx' } : undefined
}

/** As in a URL of the log: RFC 3339, without a fraction. */
function toText(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}
