import type { ReactNode } from 'react'
import { type Query, withQuery } from '@/components/query'
import { TextLink } from '@/components/ui/text-link'
import type { Usage } from '@/lib/usage/schema'

/** The requests of a period in an application's log, whose path is absent for readers who have none. */
export type RequestsPlace = { path?: string; from?: Date; to?: Date }

type Props = { place: RequestsPlace; filter?: Query; children: ReactNode }

/** A number that leads to the requests behind it. */
export function RequestsLink({ place: { path, from, to }, filter, children }: Props) {
  if (!path) return <>{children}</>
  return (
    <TextLink href={withQuery(path, { from: toText(from), to: toText(to), ...filter })}>{children}</TextLink>
  )
}

type ErrorsProps = {
  usage: Pick<Usage, 'errors' | 'refused' | 'limited' | 'failed'>
  count: (value: number) => string
  place: RequestsPlace
  /** Whether the number of all comes before those of each class. */
  sum?: boolean
}

/** A number of errors that leads to them. Where they are of both classes, that of each does: no filter finds both. */
export function ErrorsLink({ usage, count, place, sum }: ErrorsProps) {
  const { errors, refused, limited, failed } = usage
  if (errors === 0) return <>{count(0)}</>
  const only = failed === 0 ? '4xx' : refused + limited === 0 ? '5xx' : null
  if (only)
    return (
      <RequestsLink place={place} filter={{ status: only }}>
        {count(errors)}
      </RequestsLink>
    )
  const classes = Object.entries({ '4xx': refused + limited, '5xx': failed })
  return (
    <>
      {sum && count(errors)}
      <span className="block text-xs">
        {classes.map(([status, calls]) => (
          <span key={status} className="mr-2 inline-block min-h-6 whitespace-nowrap last:mr-0">
            <RequestsLink place={place} filter={{ status }}>
              {`${count(calls)} × ${status}`}
            </RequestsLink>
          </span>
        ))}
      </span>
    </>
  )
}

/** As in a URL of the log: RFC 3339, without a fraction. */
function toText(at: Date | undefined): string | undefined {
  return at && `${at.toISOString().slice(0, 19)}Z`
}
