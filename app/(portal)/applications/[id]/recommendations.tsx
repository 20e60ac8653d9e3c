import { Info, TriangleAlert } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Moment } from '@/components/ui/moment'
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

/** What its owner should do about an application that works, a line each; empty when all is well. */
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
  return (
    <section aria-label={t('title')} className="text-sm">
      <ul className="divide-y divide-line border-line border-y">
        {unreviewed && (
          <Line pressing={false}>
            <span className="font-medium">{unreviewed.title}</span>. {unreviewed.body}
          </Line>
        )}
        {deprecations.map(({ key, item }) => (
          <Line key={key} pressing>
            {item}
          </Line>
        ))}
        {hints.map((hint) => {
          const { label, href } = places[hint.kind]
          return (
            <Line key={hint.kind} pressing={pressing.includes(hint.kind)}>
              {text(hint)}{' '}
              <TextLink href={href.startsWith('/docs') ? href : `${home}${href}`}>{t(label)}</TextLink>
            </Line>
          )
        })}
      </ul>
      {hints.length > 0 && (
        <p className="mt-1.5 text-muted text-xs">
          {t('period')} <TextLink href="/account/data#hints">{t('mail')}</TextLink>
        </p>
      )}
    </section>
  )
}

function Line({ pressing, children }: { pressing: boolean; children: ReactNode }) {
  const Icon = pressing ? TriangleAlert : Info
  return (
    <li className="flex min-h-11 items-baseline gap-3 py-2.5">
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 self-start mt-0.5 ${pressing ? 'text-warning' : 'text-info'}`}
      />
      <div className="min-w-0">{children}</div>
    </li>
  )
}
