import { useTranslations } from 'next-intl'
import { CounterNumber, LandingSection } from '@/components/landing/section'

/** The steps from documents to Production. */
export function ValidationPath() {
  const t = useTranslations('landing.validation')
  const stations = [
    { title: t('one'), body: t('oneBody') },
    { title: t('two'), body: t('twoBody') },
    { title: t('three'), body: t('threeBody') },
    { title: t('four'), body: t('fourBody') },
  ]
  return (
    <LandingSection id="validation" title={t('title')} lead={t('lead')}>
      <ol className="grid gap-x-6 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-4">
        {stations.map((station, index) => (
          <li key={station.title} className="group relative flex gap-4 pb-8 last:pb-0 sm:block sm:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-12 bottom-0 left-5 w-0.5 bg-production/30 group-last:hidden sm:hidden lg:top-6 lg:right-0 lg:bottom-auto lg:left-13 lg:block lg:h-0.5 lg:w-auto"
            />
            <CounterNumber className="bg-production-soft text-production">{String(index + 1)}</CounterNumber>
            <div className="grid gap-1 sm:mt-4">
              <h3 className="text-lg">{station.title}</h3>
              <p className="text-muted">{station.body}</p>
            </div>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}
