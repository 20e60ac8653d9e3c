import type { Metadata } from 'next'
import { requireApplication } from '@/app/_request/application'
import { FormStage } from '@/components/ui/form-stage'
import { HealthBar } from '@/components/usage/health-bar'
import { may } from '@/lib/applications/rights'
import { now } from '@/lib/clock'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listKeys, listWorkingSecrets } from '@/lib/credentials/queries'
import { findHealth } from '@/lib/usage/health'
import { revealOwnSecret } from './actions'
import { Checklist } from './checklist'
import { Credentials } from './credentials'
import { FirstCall } from './first-call'
import { FirstSteps } from './first-steps'
import { ApplicationFrame } from './frame'
import { LastError } from './last-error'
import { Limits } from './limits'
import { Recommendations } from './recommendations'
import { SignedCall } from './signed-call'
import { StateNotice } from './state-notice'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id)
  return { title: application.name }
}

/**
 * The application's health once it was called, its credentials, then its last error and first call on the left, limits
 * and secrets on the right, with the rest below. One stage around both: revealing the secret puts it into the snippets
 * too. Its key is the secret's id, so that a rotation forgets what was shown.
 */
export default async function ApplicationPage({ params }: Props) {
  const { developer, application } = await requireApplication((await params).id)
  const { id, environment, state } = application
  const available = statesWithSecret.includes(state)
  const usesKeys = application.clientAuthentication === 'private_key_jwt'
  const secrets = available && !usesKeys ? await listWorkingSecrets(id) : []
  const keys = usesKeys ? await listKeys(id) : []
  const health = await findHealth(id, now())
  const wasCalled = health.isCalled || [...secrets, ...keys].some(({ lastUsedAt }) => lastUsedAt)
  const incomplete = state === 'draft' || state === 'changes_requested'
  const parts = { application, available, owns: may(application.role, 'secrets') }
  return (
    <ApplicationFrame application={application} current="overview">
      <div className="grid gap-6">
        <StateNotice application={application} />
        {wasCalled && <HealthBar application={application} health={health} />}
        <FormStage key={secrets[0]?.id ?? 'none'} action={revealOwnSecret.bind(null, id)}>
          <div className="grid grid-cols-1 gap-6">
            <Credentials {...parts} />
            <Recommendations application={application} />
          </div>
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
            <div className="grid min-w-0 gap-6">
              {environment === 'sandbox' && <FirstSteps application={application} health={health} />}
              {incomplete && <Checklist applicationId={id} developerId={developer.id} />}
              {health.lastError && <LastError applicationId={id} call={health.lastError} />}
              {usesKeys ? (
                <SignedCall application={application} />
              ) : (
                <FirstCall {...parts} folded={wasCalled} />
              )}
            </div>
            <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <Limits application={application} />
            </div>
          </div>
        </FormStage>
      </div>
    </ApplicationFrame>
  )
}
