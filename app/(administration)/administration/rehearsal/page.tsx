import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { RadioSegments } from '@/components/ui/checkbox'
import { SubmitButton } from '@/components/ui/submit-button'
import { listCaseRequirements } from '@/lib/rehearsals/queries'
import { caseRequirements, rehearsalCases } from '@/lib/rehearsals/schema'
import { AdministrationPageLayout } from '../page-layout'
import { saveRequiredCases } from './actions'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('rehearsal.administration')

export default async function RehearsalPage({ searchParams }: Props) {
  await requireAdministrator()
  const t = await getTranslations('rehearsal')
  const requirements = await listCaseRequirements()
  return (
    <AdministrationPageLayout
      current="rehearsal"
      managed={{ type: 'rehearsal_cases' }}
      title={t('administration.title')}
      lead={t('administration.lead')}
      query={await searchParams}
    >
      <div>
        <ActionForm action={saveRequiredCases} className="max-w-none gap-0">
          <ExpectedVersion of={requirements} />
          <div className="grid divide-y divide-line">
            {rehearsalCases.map((id) => (
              <fieldset
                key={id}
                id={id}
                className="grid min-w-0 gap-2 py-1.5 max-lg:py-3 lg:flex lg:items-center"
              >
                <legend className="float-left grid min-w-0 grow items-baseline text-sm lg:grid-cols-[minmax(0,1fr)_14rem]">
                  <span className="font-medium">{t(`cases.${id}`)}</span>{' '}
                  <code className="font-mono text-muted text-xs">{id}</code>
                </legend>
                <RadioSegments
                  name={id}
                  options={caseRequirements.map((value) => ({ value, label: t(`requirements.${value}`) }))}
                  chosen={requirements[id]}
                />
              </fieldset>
            ))}
          </div>
          <div className="border-line border-t pt-5">
            <SubmitButton>{t('administration.save')}</SubmitButton>
          </div>
        </ActionForm>
      </div>
    </AdministrationPageLayout>
  )
}
