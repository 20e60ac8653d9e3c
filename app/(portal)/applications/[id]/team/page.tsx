import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ConfirmFirst } from '@/app/(auth)/confirm-first'
import { ApplicationNav } from '@/components/application-nav'
import { EnvironmentBadge } from '@/components/environment-badge'
import { StateBadge } from '@/components/state-badge'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { may } from '@/lib/applications/rights'
import { teamInvitationDays } from '@/lib/applications/schema'
import { requireApplication } from '../page-data'
import { invite } from './actions'
import { Invitations } from './invitations'
import { InviteForm } from './invite-form'
import { People } from './people'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ done?: string }> }

const dones = ['invited', 'revoked', 'removed', 'made_owner', 'handed_over', 'joined'] as const

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id)
  return { title: `${(await getTranslations('team'))('title')} · ${application.name}` }
}

export default async function TeamPage({ params, searchParams }: Props) {
  const { developer, application } = await requireApplication((await params).id)
  const { id, name, environment, state, role } = application
  const t = await getTranslations('team')
  const asked = (await searchParams).done
  const done = dones.find((each) => each === asked)
  return (
    <>
      <PageHeader
        title={t('title')}
        breadcrumbs={[
          { href: '/applications', label: (await getTranslations('applications'))('title') },
          { href: `/applications/${id}`, label: name },
        ]}
        badges={
          <>
            <EnvironmentBadge environment={environment} />
            <StateBadge state={state} />
          </>
        }
      >
        {t('lead')}
      </PageHeader>
      <ApplicationNav id={id} environment={environment} current="team" />
      <div className="grid gap-6">
        {done && (
          <Notice tone="success" role="status">
            {t(`done.${done}`)}
          </Notice>
        )}
        <People application={application} developerId={developer.id} />
        {may(role, 'team') && (
          <>
            <Invitations applicationId={id} developerId={developer.id} />
            {environment === 'production' ? (
              <ConfirmFirst developer={developer} path={`/applications/${id}/team`}>
                <Invite applicationId={id} />
              </ConfirmFirst>
            ) : (
              <Invite applicationId={id} />
            )}
          </>
        )}
      </div>
    </>
  )
}

async function Invite({ applicationId }: { applicationId: string }) {
  const t = await getTranslations('team')
  const roles = await getTranslations('team.role')
  return (
    <Card title={t('invite.title')}>
      <p className="mb-5 max-w-prose text-muted text-sm">{t('invite.lead', { days: teamInvitationDays })}</p>
      <InviteForm
        action={invite.bind(null, applicationId)}
        labels={{
          email: t('invite.email'),
          role: t('invite.role'),
          button: t('invite.button'),
          problem: t('problem'),
        }}
        roles={(['member', 'owner'] as const).map((value) => ({
          value,
          label: roles(value),
          description: t(`invite.${value}About`),
        }))}
      />
    </Card>
  )
}
