import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { findCurrentDeveloper } from '@/app/_request/session'
import { Shell } from '@/app/_request/shell'
import { DeadEnd } from '@/components/dead-end'
import { ButtonLink } from '@/components/ui/button'

/** A whole page that says why there is nothing to see, under which reference it stands in the log, and where to go on. */
export async function Refusal({ why, status }: { why: 'notFound' | 'forbidden'; status: number }) {
  const t = await getTranslations('errors')
  const developer = await findCurrentDeveloper().catch(() => null)
  const requestId = (await headers()).get('x-request-id')
  return (
    <Shell>
      <DeadEnd
        kicker={`${status} · ${t(`${why}.kicker`)}`}
        title={t(`${why}.title`)}
        body={t(`${why}.body`, { email: developer?.email ?? '' })}
        reference={requestId ? { label: t('reference'), value: requestId } : undefined}
        actions={
          <>
            <ButtonLink href={developer ? '/applications' : '/'}>
              {t(developer ? 'applications' : 'home')}
            </ButtonLink>
            <ButtonLink href="/docs" variant="secondary">
              {t('documentation')}
            </ButtonLink>
          </>
        }
      />
    </Shell>
  )
}
