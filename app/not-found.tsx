import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { Shell } from '@/app/_request/shell'
import { DeadEnd } from '@/components/dead-end'
import { ButtonLink } from '@/components/ui/button'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('errors.notFound')
  return { title: t('title') }
}

export default async function NotFound() {
  const t = await getTranslations('errors')
  const requestId = (await headers()).get('x-request-id')
  return (
    <Shell>
      <DeadEnd
        kicker={`404 · ${t('notFound.kicker')}`}
        title={t('notFound.title')}
        body={t('notFound.body')}
        reference={requestId ? { label: t('reference'), value: requestId } : undefined}
        actions={
          <>
            <ButtonLink href="/">{t('home')}</ButtonLink>
            <ButtonLink href="/docs" variant="secondary">
              {t('documentation')}
            </ButtonLink>
          </>
        }
      />
    </Shell>
  )
}
