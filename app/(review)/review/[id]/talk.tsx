import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { Conversation } from '@/app/_validation/conversation'
import { MessageForm } from '@/app/_validation/message-form'
import { Card } from '@/components/ui/card'
import type { Review } from '@/lib/validation/queries'
import { keepNote, sendToDeveloper } from './actions'

type Props = { review: Review; reviewer: CurrentDeveloper }

/** The conversation with the developer, and the notes, which neither they nor a reviewer with an interest ever see. */
export async function Talk(props: Props) {
  if (props.review.interest) return <Messages {...props} />
  return (
    <div className="grid items-start gap-6">
      <Messages {...props} />
      <Notes {...props} />
    </div>
  )
}

async function Messages({ review, reviewer }: Props) {
  const t = await getTranslations('review.conversation')
  const messages = shown(review, reviewer, false)
  return (
    <Card title={t('title')} id="conversation">
      <p className="-mt-2 mb-5 text-muted text-sm">{t('lead')}</p>
      <Conversation messages={messages} empty={t('empty')} />
      {!review.interest && (
        <MessageForm
          key={messages.length}
          action={sendToDeveloper}
          field="message"
          label={t('message')}
          button={t('send')}
          submissionId={review.submission.id}
        />
      )}
    </Card>
  )
}

async function Notes({ review, reviewer }: Props) {
  const t = await getTranslations('review.notes')
  const notes = shown(review, reviewer, true)
  return (
    <Card title={t('title')} id="notes">
      <p className="-mt-2 mb-5 text-muted text-sm">{t('lead')}</p>
      <Conversation messages={notes} empty={t('empty')} />
      <MessageForm
        key={notes.length}
        action={keepNote}
        field="note"
        label={t('note')}
        button={t('keep')}
        submissionId={review.submission.id}
      />
    </Card>
  )
}

function shown({ messages, emails }: Review, reviewer: CurrentDeveloper, internal: boolean) {
  return messages
    .filter((message) => message.internal === internal)
    .map(({ id, authorId, body, sentAt }) => ({
      id,
      body,
      sentAt,
      author: emails.get(authorId) ?? '?',
      mine: authorId === reviewer.id,
    }))
}
