import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { classNames } from '@/components/class-names'
import { type Environment, EnvironmentIcon } from '@/components/environment-badge'
import { LandingSection } from '@/components/landing/section'

const looks = {
  sandbox: {
    frame: 'border-t-sandbox-solid',
    sign: 'bg-sandbox-solid text-sandbox-ink',
    mark: 'text-sandbox',
  },
  production: {
    frame: 'border-t-production-solid',
    sign: 'bg-production-solid text-production-ink',
    mark: 'text-production',
  },
}

/** Sandbox and Production side by side. */
export function Environments() {
  const t = useTranslations('landing.environments')
  return (
    <LandingSection id="environments" title={t('title')} lead={t('lead')}>
      <div className="grid gap-5 md:grid-cols-2">
        <EnvironmentCard
          environment="sandbox"
          lead={t('sandboxLead')}
          points={[t('sandbox1'), t('sandbox2'), t('sandbox3')]}
        />
        <EnvironmentCard
          environment="production"
          lead={t('productionLead')}
          points={[t('production1'), t('production2'), t('production3')]}
        />
      </div>
    </LandingSection>
  )
}

type CardProps = { environment: Environment; lead: string; points: string[] }

function EnvironmentCard({ environment, lead, points }: CardProps) {
  const t = useTranslations('common.environment')
  const { frame, sign, mark } = looks[environment]
  return (
    <section className={classNames('rounded-2xl border border-line border-t-4 bg-surface p-6 sm:p-8', frame)}>
      <div className="flex items-center gap-4">
        <span
          className={classNames(
            'grid h-16 w-13 shrink-0 place-items-center rounded-t-full rounded-b-lg pt-1.5',
            sign,
          )}
        >
          <EnvironmentIcon environment={environment} className="size-6" />
        </span>
        <div>
          <h3 className="text-2xl">{t(environment)}</h3>
          <p className="text-muted">{lead}</p>
        </div>
      </div>
      <ul className="mt-6 grid gap-3">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Check className={classNames('mt-1 size-4.5 shrink-0', mark)} aria-hidden="true" />
            {point}
          </li>
        ))}
      </ul>
    </section>
  )
}
