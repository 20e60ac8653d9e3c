import { getTranslations } from 'next-intl/server'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { findHints, type Hint } from '@/lib/usage/hints'

/** Where each recommendation is explained or acted upon. */
const places: Record<Hint['kind'], { label: 'tokens' | 'limits' | 'secrets' | 'calls'; href: string }> = {
  token_per_call: { label: 'tokens', href: '/docs/tokens' },
  wrong_environment: { label: 'calls', href: '/requests?status=4xx' },
  secret_retires: { label: 'secrets', href: '#secrets' },
  limit_near: { label: 'limits', href: '/docs/errors/quota_exceeded' },
}

/** Problems in the application's traffic that its owner should know about; empty when all is well. */
export async function TrafficHints({ applicationId }: { applicationId: string }) {
  const hints = await findHints(applicationId)
  if (hints.length === 0) return null
  const t = await getTranslations('usage.traffic')
  const home = `/applications/${applicationId}`
  const text = (hint: Hint) =>
    hint.kind === 'secret_retires'
      ? t.rich(hint.kind, { at: () => <Moment at={hint.at} /> })
      : t(hint.kind, { wasted: 0, calls: 0, minutes: 0, peak: 0, limit: 0, ...hint })
  return (
    <Notice tone="warning" title={t('title')}>
      <ul className="grid gap-3">
        {hints.map((hint) => {
          const { label, href } = places[hint.kind]
          return (
            <li key={hint.kind}>
              {text(hint)}{' '}
              <TextLink href={href.startsWith('/docs') ? href : `${home}${href}`}>{t(label)}</TextLink>
            </li>
          )
        })}
      </ul>
      <p>
        <TextLink href="/account#hints">{t('mail')}</TextLink>
      </p>
    </Notice>
  )
}
