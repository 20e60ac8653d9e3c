import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { Conversation, MessageForm } from '@/app/_validation/conversation'
import { Section } from '@/components/ui/section'
import type { Review } from '@/lib/validation/queries'
import { keepNote, sendToDeveloper } from './actions'

type Props = { review: Review; reviewer: CurrentDeveloper }

/** The conversation with the developer, and the notes, which neither they nor a reviewer with an interest ever see. */
export async function ReviewConversation(props: Props) {
  if (props.review.interest) return <Messages {...props} />
  return (
    <>
      <Messages {...props} />
      <Notes {...props} />
    </>
  )
}

async function Messages({ review, reviewer }: Props) {
  const t = await getTranslations('review.conversation')
  const messages = shown(review, reviewer, false)
  return (
    <Section title={t('title')} lead={t('lead')} id="conversation">
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
    </Section>
  )
}

async function Notes({ review, reviewer }: Props) {
  const t = await getTranslations('review.notes')
  const notes = shown(review, reviewer, true)
  return (
    <Section title={t('title')} lead={t('lead')} id="notes">
      <Conversation messages={notes} empty={t('empty')} />
      <MessageForm
        key={notes.length}
        action={keepNote}
        field="note"
        label={t('note')}
        button={t('keep')}
        submissionId={review.submission.id}
      />
    </Section>
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
