import { getTranslations } from 'next-intl/server'
import { Section } from '@/components/ui/section'
import type { ApplicantValidation } from '@/lib/validation/queries'
import { sendMessage } from './actions'
import { Conversation, MessageForm } from './conversation'

type TalkProps = { subjectId: string; messages: ApplicantValidation['messages']; developerId: string }

/** The conversation with the reviewers. */
export async function ApplicantConversation({ subjectId, messages, developerId }: TalkProps) {
  const t = await getTranslations('validation.conversation')
  const shown = messages.map(({ id, authorId, authorRole, body, sentAt }) => {
    const mine = authorRole === 'developer'
    const author = t(authorId === developerId ? 'you' : mine ? 'team' : 'reviewer')
    return { id, body, sentAt, mine, author }
  })
  return (
    <Section title={t('title')} lead={t('lead')} id="conversation">
      <Conversation messages={shown} empty={t('empty')} />
      <MessageForm
        key={messages.length}
        action={sendMessage.bind(null, subjectId)}
        field="message"
        label={t('message')}
        button={t('send')}
      />
    </Section>
  )
}
