import { getTranslations } from 'next-intl/server'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import type { Application } from '@/generated/prisma/client'
import { findHints, type Hint } from '@/lib/usage/hints'
import { describeDeprecations } from './deprecations'
import { describeUnreviewed } from './organisation-notice'

/** Where each recommendation is explained or acted upon. */
const places: Record<Hint['kind'], { label: 'tokens' | 'limits' | 'secrets' | 'calls'; href: string }> = {
  token_per_call: { label: 'tokens', href: '/docs/tokens' },
  wrong_environment: { label: 'calls', href: '/traffic?status=4xx' },
  secret_retires: { label: 'secrets', href: '/keys' },
  limit_near: { label: 'limits', href: '/docs/errors/quota_exceeded' },
}

/** What stops calls if nothing is done. */
const pressing: Hint['kind'][] = ['secret_retires', 'limit_near']

/** What its owner should do about an application that works, in one notice; empty when all is well. */
export async function Recommendations({
  application,
}: {
  application: Pick<Application, 'id' | 'organisationId'>
}) {
  const { id } = application
  const [unreviewed, deprecations, hints] = await Promise.all([
    describeUnreviewed(application),
    describeDeprecations(id),
    findHints(id),
  ])
  const t = await getTranslations('usage.traffic')
  const home = `/applications/${id}`
  const text = (hint: Hint) =>
    hint.kind === 'secret_retires'
      ? t.rich(hint.kind, { at: () => <Moment at={hint.at} /> })
      : t(hint.kind, { wasted: 0, calls: 0, minutes: 0, peak: 0, limit: 0, ...hint })
  if (!unreviewed && deprecations.length + hints.length === 0) return null
  const isPressing = deprecations.length > 0 || hints.some(({ kind }) => pressing.includes(kind))
  return (
    <Notice tone={isPressing ? 'warning' : 'info'} title={t('title')}>
      <ul className="grid gap-3">
        {unreviewed && (
          <li>
            <span className="font-medium">{unreviewed.title}</span>. {unreviewed.body}
          </li>
        )}
        {deprecations.map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
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
      {hints.length > 0 && (
        <p className="text-muted text-xs">
          {t('period')} <TextLink href="/account/data#hints">{t('mail')}</TextLink>
        </p>
      )}
    </Notice>
  )
}
