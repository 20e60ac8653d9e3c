import { useTranslations } from 'next-intl'
import { LandingSection } from '@/components/landing/section'
import { Stepper } from '@/components/stepper'

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
      <div className="lg:mt-8">
        <Stepper steps={stations} />
      </div>
    </LandingSection>
  )
}
