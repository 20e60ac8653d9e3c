import type { ReactNode } from 'react'
import type { Query } from '@/components/query'
import { RemoveQueryParams } from '@/components/remove-query-params'
import { Notice } from '@/components/ui/notice'

type Texts<Key extends string> = { keys: readonly Key[]; text: (key: Key) => ReactNode }

type Props<Done extends string, Refused extends string> = {
  /** The page's query: `done` and `refused` are codes that an action redirected with, though anyone can write them. */
  query: Query
  done?: Texts<Done>
  refused?: Texts<Refused>
  className?: string
}

/**
 * The result of the last post, shown once: the parameters leave the URL as soon as they are shown, so that reloads, the
 * history and bookmarks don't repeat it. Server component.
 */
export function FlashMessages<Done extends string = never, Refused extends string = never>({
  query,
  done,
  refused,
  className,
}: Props<Done, Refused>) {
  const success = done && read(done, query.done)
  const problem = refused && read(refused, query.refused)
  return (
    <>
      {problem && (
        <Notice tone="danger" role="alert" className={className}>
          <p>{problem}</p>
        </Notice>
      )}
      {success && (
        <Notice tone="success" role="status" className={className}>
          <p>{success}</p>
        </Notice>
      )}
      <RemoveQueryParams names={['done', 'refused', 'problem', 'case', 'at']} />
    </>
  )
}

function read<Key extends string>({ keys, text }: Texts<Key>, value: unknown): ReactNode {
  const key = keys.find((each) => each === value)
  return key === undefined ? null : text(key)
}
