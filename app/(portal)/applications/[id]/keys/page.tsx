import { KeyRound } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { applicationPath } from '@/components/application-pages'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { may } from '@/lib/applications/rights'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listKeys, listWorkingSecrets } from '@/lib/credentials/queries'
import { ApplicationFrame, titledApplication } from '../frame'
import { Keys } from './client-keys'
import { Leaked, Secrets } from './secrets'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = titledApplication('applications.keysPage')

/** The secrets or public keys by which the application authenticates. */
export default async function KeysPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id)
  const t = await getTranslations('applications')
  const { id, state } = application
  const usesKeys = application.clientAuthentication === 'private_key_jwt'
  const query = await searchParams
  const hasSecret = statesWithSecret.includes(state) && !usesKeys
  const [current, previous] = hasSecret ? await listWorkingSecrets(id) : []
  return (
    <ApplicationFrame application={application} current="keys">
      <div className="grid gap-10">
        {current && <Secrets {...{ application, current, previous, query }} />}
        {!current && !usesKeys && (
          <EmptyState
            icon={<KeyRound />}
            title={t('keysPage.none')}
            action={
              <ButtonLink href={applicationPath(id, 'validation')}>
                {(await getTranslations('usage.empty'))('validation')}
              </ButtonLink>
            }
          >
            {t('keysPage.afterApproval')}
          </EmptyState>
        )}
        <Keys application={application} keys={usesKeys ? await listKeys(id) : []} query={query} />
        {current && may(application.role, 'secrets') && <Leaked id={id} secretId={current.id} />}
      </div>
    </ApplicationFrame>
  )
}
