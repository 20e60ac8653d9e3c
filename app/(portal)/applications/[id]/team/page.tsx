import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { findDraft } from '@/app/_request/draft'
import type { CurrentDeveloper } from '@/app/_request/session'
import { ConfirmFirst } from '@/app/(auth)/confirm-first'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { RadioCards } from '@/components/ui/radio-cards'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { may } from '@/lib/applications/rights'
import { teamInvitationDays } from '@/lib/applications/schema'
import { ApplicationFrame, applicationTitle } from '../frame'
import { requireApplication } from '../page-data'
import { invite } from './actions'
import { Invitations } from './invitations'
import { People } from './people'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Query>
}

const dones = ['invited', 'revoked', 'removed', 'made_owner', 'handed_over', 'joined'] as const

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id)
  return { title: applicationTitle(application.name, (await getTranslations('team'))('title')) }
}

export default async function TeamPage({ params, searchParams }: Props) {
  const { developer, application } = await requireApplication((await params).id)
  const { id, environment, role } = application
  const t = await getTranslations('team')
  return (
    <ApplicationFrame application={application} current="team" title={t('title')} lead={t('lead')}>
      <div className="grid gap-6">
        <OneTimeNotices query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        <People application={application} developerId={developer.id} />
        {may(role, 'team') && (
          <>
            <Invitations applicationId={id} developerId={developer.id} />
            {environment === 'production' ? (
              <ConfirmFirst developer={developer} path={`/applications/${id}/team`}>
                <Invite applicationId={id} developer={developer} />
              </ConfirmFirst>
            ) : (
              <Invite applicationId={id} developer={developer} />
            )}
          </>
        )}
      </div>
    </ApplicationFrame>
  )
}

type InviteProps = { applicationId: string; developer: CurrentDeveloper }

async function Invite({ applicationId, developer }: InviteProps) {
  const t = await getTranslations('team')
  const roles = await getTranslations('team.role')
  return (
    <Card title={t('invite.title')}>
      <p className="mb-5 max-w-prose text-muted text-sm">{t('invite.lead', { days: teamInvitationDays })}</p>
      <ActionForm
        action={invite.bind(null, applicationId)}
        typed={await findDraft(developer, `/applications/${applicationId}/team`)}
        className="max-w-prose"
      >
        <TextInput
          name="email"
          type="email"
          label={t('invite.email')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <RadioCards
          name="role"
          label={t('invite.role')}
          defaultValue="member"
          options={(['member', 'owner'] as const).map((value) => ({
            value,
            label: roles(value),
            description: t(`invite.${value}About`),
          }))}
        />
        <SubmitButton className="justify-self-start">{t('invite.button')}</SubmitButton>
      </ActionForm>
    </Card>
  )
}
