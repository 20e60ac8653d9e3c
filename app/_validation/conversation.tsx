import { classNames } from '@/components/class-names'
import { DateTime } from '@/components/ui/date-time'

export type Message = { id: string; author: string; mine: boolean; body: string; sentAt: Date }

/** Messages as plain text, oldest first. Server component. */
export function Conversation({ messages, empty }: { messages: Message[]; empty: string }) {
  if (messages.length === 0) return <p className="text-muted text-sm">{empty}</p>
  return (
    <ol className="grid gap-3">
      {messages.map(({ id, author, mine, body, sentAt }) => (
        <li
          key={id}
          className={classNames(
            'grid max-w-prose gap-1 rounded-xl p-3',
            mine ? 'ml-6 bg-accent-soft' : 'mr-6 bg-raised',
          )}
        >
          <p className="flex flex-wrap justify-between gap-x-3 text-muted text-xs">
            <span className="font-medium text-ink [overflow-wrap:anywhere]">{author}</span>
            <DateTime at={sentAt} />
          </p>
          <p className="whitespace-pre-line text-sm [overflow-wrap:anywhere]">{body}</p>
        </li>
      ))}
    </ol>
  )
}
