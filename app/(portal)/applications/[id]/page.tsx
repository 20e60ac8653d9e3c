import type { Metadata } from 'next'
import { requireApplication } from '@/app/_request/application'
import { FormStage } from '@/components/ui/form-stage'
import { callsOf } from '@/components/usage/wording'
import { may } from '@/lib/applications/rights'
import { dayMs, now } from '@/lib/clock'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listKeys, listWorkingSecrets } from '@/lib/credentials/queries'
import { findNewestCall } from '@/lib/usage/call-log'
import { findHealth } from '@/lib/usage/health'
import { listPeaks } from '@/lib/usage/queries'
import { revealSecret } from './actions'
import { Credentials } from './credentials'
import { FirstCall } from './first-call'
import { FirstRun } from './first-run'
import { FirstSteps } from './first-steps'
import { ApplicationFrame } from './frame'
import { Limits } from './limits'
import { LatestRequests, LiveDay } from './live'
import { OrganisationNotice } from './organisation-notice'
import { Recommendations } from './recommendations'
import { RunFirstCall } from './run-first-call'
import { SignedCall } from './signed-call'
import { StateNotice } from './state-notice'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id)
  return { title: application.name }
}

/** Until then the page is about the first call: none, or one, in the first day. */
const firstCalls = 2

/**
 * Before the first call: the credentials, the call with its button, where its response comes out, and the next steps.
 * Then its last day, its credentials, its latest requests and first call, and its limits. One stage around all:
 * revealing the secret puts it into the snippets too. Its key is the secret's id, so that a rotation forgets what was
 * shown.
 */
export default async function ApplicationPage({ params }: Props) {
  const { application, developer } = await requireApplication((await params).id)
  const { id, state } = application
  const available = statesWithSecret.includes(state)
  const usesKeys = application.clientAuthentication === 'private_key_jwt'
  const secrets = available && !usesKeys ? await listWorkingSecrets(id) : []
  const keys = usesKeys ? await listKeys(id) : []
  // Read before the calls that the page shows: one that comes in between refreshes it.
  const watch = { path: `/applications/${id}/steps`, known: await findNewestCall(id) }
  const health = await findHealth(id, now())
  const wasCalled = health.isCalled || [...secrets, ...keys].some(({ lastUsedAt }) => lastUsedAt)
  const isNew = now().getTime() - application.createdAt.getTime() < dayMs
  const tries = isNew && callsOf(health.day) <= firstCalls && !health.lastError
  const begins = available && !usesKeys && (!wasCalled || tries)
  const peaks = begins ? [] : await listPeaks(id, now())
  const parts = { application, available, owns: may(application.role, 'secrets') }
  return (
    <ApplicationFrame
      application={application}
      current="overview"
      stated={state !== 'active' || (!begins && wasCalled)}
    >
      <RunFirstCall applicationId={id}>
        <FormStage key={secrets[0]?.id ?? 'none'} action={revealSecret.bind(null, id)}>
          <div className="grid gap-6">
            <StateNotice application={application} developerId={developer.id} />
            {begins ? (
              <>
                <OrganisationNotice application={application} />
                <FirstRun {...parts} worked={Boolean(wasCalled)} watch={watch} />
              </>
            ) : (
              <>
                {wasCalled && <LiveDay application={application} health={health} peaks={peaks} />}
                <Credentials {...parts} />
                <Recommendations application={application} />
                <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
                  <div className="grid min-w-0 gap-6 empty:hidden">
                    {wasCalled && <LatestRequests application={application} />}
                    {application.environment === 'sandbox' && (
                      <FirstSteps application={application} health={health} watch={watch} />
                    )}
                    {usesKeys ? (
                      <SignedCall application={application} />
                    ) : (
                      available && <FirstCall {...parts} low />
                    )}
                  </div>
                  <Limits application={application} peaks={peaks} />
                </div>
              </>
            )}
          </div>
        </FormStage>
      </RunFirstCall>
    </ApplicationFrame>
  )
}
