import { getFormatter, getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { writeShare } from '@/components/usage/short'
import type { Application } from '@/generated/prisma/client'
import { limitOf } from '@/lib/applications/rate-limit'
import { Bar } from './bar'
import { Facts } from './facts'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'rateLimit'>
  /** Calls in the busiest minute. */
  peak: number
}

/** The application's limit, and how much of it was used. */
export async function Limits({ application, peak }: Props) {
  const { id } = application
  const t = await getTranslations('applications.limits')
  const own = await getTranslations('limits')
  const format = await getFormatter()
  const limit = limitOf(application)
  const share = limit === 0 ? null : peak / limit
  return (
    <Card title={t('title')} id="limits" className="scroll-mt-6">
      <div className="grid gap-4">
        <Facts
          items={[
            { term: t('token'), value: t('tokenLife') },
            { term: t('perMinute'), value: limit === 0 ? t('unlimited') : format.number(limit) },
            {
              term: t('peak'),
              value:
                share === null
                  ? format.number(peak)
                  : `${format.number(peak)} (${writeShare(format, share)})`,
            },
          ]}
        />
        {share !== null && <Bar share={Math.min(1, share)} tone={share >= 0.8 ? 'warning' : 'info'} />}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <TextLink href="/docs/errors/quota_exceeded">{t('about')}</TextLink>
          {limit > 0 && <TextLink href={`/applications/${id}/traffic#limit`}>{own('request')}</TextLink>}
        </p>
      </div>
    </Card>
  )
}
