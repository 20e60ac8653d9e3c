import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import { HomeShell } from '@/app/_request/home-shell'
import { landing } from '@/app/_request/return-path'
import { findCurrentDeveloper } from '@/app/_request/session'
import { DeadEnd } from '@/components/dead-end'
import { ButtonLink } from '@/components/ui/button'

type Why = 'notFound' | 'forbidden'

const statuses: Record<Why, number> = { notFound: 404, forbidden: 403 }
const homes = { developer: 'applications', reviewer: 'review', administrator: 'administration' } as const

export async function titleOfRefusal(why: Why): Promise<Metadata> {
  return { title: (await getTranslations('errors'))(`${why}.title`) }
}

/** {@link AccessDenied} for an area whose pages have a rail. */
export function FramedRefusal(props: { why: Why }) {
  return (
    <HomeShell>
      <AccessDenied {...props} />
    </HomeShell>
  )
}

/** Explains why there is nothing to see, with the reference to find it in the log, and links to continue. */
export async function AccessDenied({ why }: { why: Why }) {
  const t = await getTranslations('errors')
  const shared = await getTranslations('failures')
  const nav = await getTranslations('common.nav')
  const developer = await findCurrentDeveloper()
  const requestId = (await headers()).get('x-request-id')
  return (
    <DeadEnd
      kicker={`${statuses[why]} · ${t(`${why}.kicker`)}`}
      title={t(`${why}.title`)}
      body={t(`${why}.body`, { email: developer?.email ?? '' })}
      reference={requestId ? { label: shared('reference'), value: requestId } : undefined}
      support={{ label: shared('support'), email: (await getBranding()).supportEmail }}
      actions={
        <>
          <ButtonLink href={developer ? landing(developer.role) : '/'}>
            {developer ? nav(homes[developer.role]) : shared('home')}
          </ButtonLink>
          <ButtonLink href="/docs" variant="secondary">
            {t('documentation')}
          </ButtonLink>
        </>
      }
    />
  )
}
