import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { CurrentDeveloper } from '@/app/_request/session'
import { EmailInput } from '@/components/email-input'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { RadioCards } from '@/components/ui/radio-cards'
import { SubmitButton } from '@/components/ui/submit-button'
import { may } from '@/lib/applications/rights'
import { teamInvitationDays } from '@/lib/applications/schema'
import { invite } from './actions'
import { Invitations } from './invitations'
import { type OwnSubject, People } from './people'

const dones = ['invited', 'revoked', 'removed', 'made_owner', 'handed_over', 'joined'] as const

type Props = {
  subject: OwnSubject
  developer: CurrentDeveloper
  query: Query
  /** Below the list of people. */
  children?: ReactNode
}

/** The people of an application or an organisation, with an owner's ways to change them. */
export async function Team({ subject, developer, query, children }: Props) {
  const t = await getTranslations('team')
  return (
    <div className="grid gap-6">
      <OneTimeNotices query={query} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
      <People subject={subject} developerId={developer.id} />
      {children}
      {may(subject.role, 'team') && (
        <>
          <Invitations subjectId={subject.id} developerId={developer.id} />
          <Invite subject={subject} />
        </>
      )}
    </div>
  )
}

async function Invite({ subject }: Pick<Props, 'subject'>) {
  const t = await getTranslations('team')
  const roles = await getTranslations('team.role')
  return (
    <Card title={t('invite.title')}>
      <p className="mb-5 max-w-prose text-muted text-sm">{t('invite.lead', { days: teamInvitationDays })}</p>
      <ActionForm action={invite.bind(null, subject.id)} className="max-w-prose">
        <EmailInput label={t('invite.email')} autoComplete="off" />
        <RadioCards
          name="role"
          label={t('invite.role')}
          defaultValue="member"
          options={(['member', 'owner'] as const).map((value) => ({
            value,
            label: roles(value),
            description: t(`invite.${value}About`, { kind: subject.type }),
          }))}
        />
        <SubmitButton className="justify-self-start">{t('invite.button')}</SubmitButton>
      </ActionForm>
    </Card>
  )
}
