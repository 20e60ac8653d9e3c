import { getTranslations } from 'next-intl/server'
import { EnvironmentBadge } from '@/components/environment-badge'
import { CodeBlock } from '@/components/ui/code-block'
import { getSettings } from '@/lib/env'
import { CodeTable } from '../errors/code-table'
import { Paragraph, Points, Section, tags } from '../prose'

export async function Errors() {
  const t = await getTranslations('docs')
  const example = `HTTP/1.1 400 Bad Request
Content-Type: application/problem+json
X-Request-Id: 0190b1d2-7c1b-7000-8000-000000000000

{"type":"${getSettings().PORTAL_URL}/docs/errors/invalid_msisdn","title":"Invalid msisdn","status":400,
 "detail":"The msisdn is missing or malformed.","instance":"urn:uuid:0190b1d2-7c1b-7000-8000-000000000000",
 "code":"invalid_msisdn","errors":[{"parameter":"msisdn","message":"…"}]}`
  return (
    <Section id="errors" title={t('errors.title')}>
      <Paragraph>{t.rich('errors.p1', tags)}</Paragraph>
      <CodeBlock
        title={t('errors.example')}
        code={example}
        copyLabel={t('copy')}
        copyName={`${t('copy')}: ${t('errors.example')}`}
        copiedLabel={t('copied')}
      />
      <Points items={[t.rich('errors.retry', tags), t.rich('errors.p2', tags)]} />
      <CodeTable />
    </Section>
  )
}

export async function Limits() {
  const t = await getTranslations('docs.limits')
  const { SANDBOX_RATE_LIMIT, PRODUCTION_RATE_LIMIT } = getSettings()
  const limits = { sandbox: SANDBOX_RATE_LIMIT, production: PRODUCTION_RATE_LIMIT }
  return (
    <Section id="limits" title={t('title')}>
      <p className="font-medium">{t('calls')}</p>
      <dl className="grid max-w-prose gap-2">
        {(['sandbox', 'production'] as const).map((environment) => (
          <div key={environment} className="flex flex-wrap items-center gap-3">
            <dt>
              <EnvironmentBadge environment={environment} />
            </dt>
            <dd className="tabular-nums">
              {limits[environment] === 0 ? t('unlimited') : t('perMinute', { count: limits[environment] })}
            </dd>
          </div>
        ))}
      </dl>
      <Points items={(['fields', 'failures', 'search', 'sizes'] as const).map((key) => t.rich(key, tags))} />
    </Section>
  )
}
