import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import type { Organisation } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { tagOf } from '@/lib/languages'
import { countryName } from '@/lib/organisations/countries'
import { readProposed, recordFields } from '@/lib/organisations/schema'

const numbers: string[] = ['registrationNumber', 'taxNumber'] satisfies (typeof recordFields)[number][]

type Shown = Pick<Organisation, (typeof recordFields)[number] | 'proposed'>

/**
 * An organisation's record in words; a value that waits to be verified is shown next to the one in force.
 * @param findScripts finds the scripts of a number that is not only Latin, which are then named (`findForeignScripts`)
 */
export async function describeRecord(
  organisation: Shown,
  { findScripts = () => [] }: { findScripts?: (number: string) => string[] } = {},
): Promise<{ term: string; value: ReactNode }[]> {
  const t = await getTranslations('organisations')
  const locale = await getLocale()
  const proposed = readProposed(organisation.proposed)
  const write = (field: (typeof recordFields)[number], value: string) =>
    field === 'country' ? countryName(value, locale) : value
  const scriptNames = new Intl.DisplayNames(tagOf(locale), { type: 'script' })
  const listScripts = (field: string, value: string) =>
    numbers.includes(field) ? findScripts(value).map((code) => scriptNames.of(code)) : []
  return recordFields
    .filter((field) => organisation[field] !== '' || proposed[field])
    .map((field) => {
      const next = proposed[field]
      const foreign = listScripts(field, `${organisation[field]} ${next ?? ''}`)
      return {
        term: t(`fields.${field}`),
        value: (
          <span className="whitespace-pre-line">
            {write(field, organisation[field])}
            {next !== undefined && (
              <span className="mt-1 block text-muted">
                {t('proposed', { value: write(field, next) || t('none') })}
              </span>
            )}
            {foreign.length > 0 && (
              <span className="mt-1 block">
                <Badge tone="warning">{t('scripts', { names: foreign.join(', ') })}</Badge>
              </span>
            )}
          </span>
        ),
      }
    })
}
