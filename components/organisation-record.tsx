import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Organisation } from '@/generated/prisma/client'
import { countryName } from '@/lib/organisations/countries'
import { readProposed, recordFields } from '@/lib/organisations/schema'

type Shown = Pick<Organisation, (typeof recordFields)[number] | 'proposed'>

/** An organisation's record in words; a value that waits to be verified is shown next to the one in force. */
export async function describeRecord(organisation: Shown): Promise<{ term: string; value: ReactNode }[]> {
  const [t, locale] = [await getTranslations('organisations'), await getLocale()]
  const proposed = readProposed(organisation.proposed)
  const write = (field: (typeof recordFields)[number], value: string) =>
    field === 'country' ? countryName(value, locale) : value
  return recordFields
    .filter((field) => organisation[field] !== '' || proposed[field])
    .map((field) => {
      const next = proposed[field]
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
          </span>
        ),
      }
    })
}
