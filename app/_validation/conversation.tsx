import { classNames } from '@/components/class-names'
import { ActionForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import type { FormAction } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/textarea'

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

type Props = {
  action: FormAction
  field: string
  label: string
  button: string
  /** The submission, if the action needs it. */
  submissionId?: string
}

/** A form to write and send a plain-text message. */
export function MessageForm({ action, field, label, button, submissionId }: Props) {
  return (
    <ActionForm action={action} summary={false} className="mt-5 max-w-none gap-3">
      {submissionId && <input type="hidden" name="submissionId" value={submissionId} />}
      <Textarea keep name={field} label={label} rows={3} maxLength={4000} required />
      <SubmitButton variant="secondary" className="justify-self-start">
        {button}
      </SubmitButton>
    </ActionForm>
  )
}
