import { useTranslations } from 'next-intl'
import { LandingSection } from '@/components/landing/section'

/** The steps from documents to Production: four counters on one ledge. */
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
      <ol className="grid gap-y-4 lg:mt-8 lg:grid-cols-4">
        {stations.map((station, index) => (
          <li key={station.title} className="group grid grid-cols-[3rem_1fr] gap-x-4 lg:block">
            <div aria-hidden="true">
              <span className="grid h-12 w-11 place-items-center rounded-t-full bg-production-soft pt-1 font-semibold text-production group-last:bg-production-solid group-last:text-production-ink lg:h-14 lg:w-12">
                {index + 1}
              </span>
              <div className="ledge h-1.5 max-lg:w-11 lg:h-2 lg:rounded-none lg:group-first:rounded-l-[3px] lg:group-last:rounded-r-[3px]" />
            </div>
            <div className="lg:pt-3.5 lg:pr-8">
              <h3>{station.title}</h3>
              <p className="text-muted text-sm">{station.body}</p>
            </div>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}
