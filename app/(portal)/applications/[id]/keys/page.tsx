import { KeyRound } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { applicationPath } from '@/components/application-pages'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listKeys, listWorkingSecrets } from '@/lib/credentials/queries'
import { ApplicationFrame, titledApplication } from '../frame'
import { Keys } from './client-keys'
import { Secrets } from './secrets'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const dones = ['rotated', 'ended', 'keyAdded', 'keyRemoved', 'switchedBack'] as const

export const generateMetadata = titledApplication('applications.keysPage')

/** The secrets or public keys by which the application authenticates. */
export default async function KeysPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id)
  const t = await getTranslations('applications')
  const { id, state } = application
  const usesKeys = application.clientAuthentication === 'private_key_jwt'
  const hasSecret = statesWithSecret.includes(state) && !usesKeys
  return (
    <ApplicationFrame
      application={application}
      current="keys"
      title={t('keysPage.title')}
      lead={(hasSecret || usesKeys) && t('keysPage.lead')}
    >
      <div className="grid gap-10">
        <OneTimeNotices
          query={await searchParams}
          done={{
            keys: dones,
            text: (key) => (key === 'rotated' || key === 'ended' ? t(`secrets.${key}`) : t(`keys.${key}`)),
          }}
        />
        {hasSecret && <Secrets application={application} secrets={await listWorkingSecrets(id)} />}
        {!hasSecret && !usesKeys && (
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
        <Keys application={application} keys={usesKeys ? await listKeys(id) : []} folded={!usesKeys} />
      </div>
    </ApplicationFrame>
  )
}
