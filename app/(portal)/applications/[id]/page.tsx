import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { findDraft } from '@/app/_request/draft'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { may } from '@/lib/applications/rights'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listWorkingSecrets } from '@/lib/credentials/queries'
import { About } from './about'
import { CredentialsSection } from './credentials-section'
import { FirstSteps } from './first-steps'
import { ApplicationFrame } from './frame'
import { requireApplication } from './page-data'
import { Secrets } from './secrets'
import { StateNotice } from './state-notice'
import { TrafficHints } from './traffic-hints'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Query>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id)
  return { title: application.name }
}

export default async function ApplicationPage({ params, searchParams }: Props) {
  const { developer, application } = await requireApplication((await params).id)
  const t = await getTranslations('applications')
  const available = statesWithSecret.includes(application.state)
  const secrets = available ? await listWorkingSecrets(application.id) : []
  return (
    <ApplicationFrame application={application} current="overview">
      <div className="grid gap-6">
        <OneTimeNotices
          query={await searchParams}
          done={{ keys: ['rotated', 'ended'], text: (key) => t(`secrets.${key}`) }}
        />
        <StateNotice application={application} />
        <TrafficHints applicationId={application.id} />
        {application.environment === 'sandbox' && <FirstSteps applicationId={application.id} />}
        <CredentialsSection
          application={application}
          available={available}
          owns={may(application.role, 'secrets')}
          secretId={secrets[0]?.id ?? 'none'}
        />
        {available && (
          <Secrets
            application={application}
            secrets={secrets}
            typed={await findDraft(developer, `/applications/${application.id}`)}
          />
        )}
        <About application={application} />
      </div>
    </ApplicationFrame>
  )
}
