import { useTranslations } from 'next-intl'
import { LandingSection } from '@/components/landing/section'

const environments = ['sandbox', 'production'] as const

const looks = { sandbox: 'bg-sandbox-solid', production: 'bg-production-solid' }
const edges = { sandbox: 'border-sandbox-solid', production: 'border-production-solid' }
const words = { sandbox: 'text-sandbox', production: 'text-production' }

/** What differs between Sandbox and Production, row by row; `accounts` is the number of documented ones. */
export function Environments({ accounts: count }: { accounts: number }) {
  const t = useTranslations('landing.environments')
  const names = useTranslations('common.environment')
  const rows = [
    [t('opens'), t('opensSandbox'), t('opensProduction')],
    [t('accounts'), t('accountsSandbox', { count }), t('accountsProduction')],
    [t('credentials'), t('credentialsSandbox'), t('credentialsProduction')],
  ] as const
  return (
    <LandingSection id="environments" title={t('title')} lead={t('lead')}>
      <table className="w-full table-fixed text-left text-[0.9375rem] max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            <th className="w-50 border-line border-b-2">
              <span className="sr-only">{t('property')}</span>
            </th>
            {environments.map((each) => (
              <th key={each} scope="col" className={`border-b-2 pr-6 pb-3 text-xl ${edges[each]}`}>
                <span
                  aria-hidden="true"
                  className={`mr-2.5 inline-block h-5.5 w-4.5 rounded-t-full align-[-3px] ${looks[each]}`}
                />
                {names(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map(([term, ...values]) => (
            <tr key={term} className="border-line border-b max-sm:block max-sm:py-2">
              <Term>{term}</Term>
              {environments.map((each, index) => (
                <td key={each} className="py-2.5 pr-6 align-top max-sm:block max-sm:py-0.5">
                  <span aria-hidden="true" className={`font-medium sm:hidden ${words[each]}`}>
                    {names(each)}{' '}
                  </span>
                  {values[index]}
                </td>
              ))}
            </tr>
          ))}
          <tr className="max-sm:block max-sm:py-2">
            <Term>{t('rules')}</Term>
            <td colSpan={2} className="py-2.5 max-sm:block max-sm:py-0.5">
              {t('rulesBoth')}
            </td>
          </tr>
        </tbody>
      </table>
    </LandingSection>
  )
}

function Term({ children }: { children: string }) {
  return (
    <th
      scope="row"
      className="py-2.5 pr-4 align-top font-normal text-muted max-sm:block max-sm:py-0.5 max-sm:font-semibold max-sm:text-ink"
    >
      {children}
    </th>
  )
}
