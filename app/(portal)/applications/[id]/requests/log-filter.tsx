import { getTranslations } from 'next-intl/server'
import { FilterBar } from '@/components/ui/filter-bar'
import { FilterChip } from '@/components/ui/filter-chip'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { meteredEndpoints } from '@/lib/usage/schema'
import { type FilterName, type Given, listChips, requestsPath } from './filters'

type Props = { applicationId: string; given: Given; problems: FilterName[]; codes: string[] }

/** The criteria as chips, each a link, and all of them as a form. */
export async function LogFilter({ applicationId, given, problems, codes }: Props) {
  const t = await getTranslations('usage.calls')
  return (
    <div className="no-print grid gap-3">
      <nav aria-label={t('filter')}>
        <ul className="flex flex-wrap gap-2">
          {listChips(given, codes).map(({ label, day, isSet, set, unset }) => (
            <li key={day ?? label}>
              <FilterChip
                href={requestsPath(applicationId, isSet ? unset : set)}
                isSet={isSet}
                remove={t('remove')}
                mono={!day}
              >
                {day ? t(day) : label}
              </FilterChip>
            </li>
          ))}
        </ul>
      </nav>
      <details open={problems.length > 0 || undefined}>
        <summary className="inline-block min-h-6 text-sm underline underline-offset-4">{t('more')}</summary>
        <Fields {...{ applicationId, given, problems }} />
      </details>
    </div>
  )
}

async function Fields({ applicationId, given, problems }: Omit<Props, 'codes'>) {
  const t = await getTranslations('usage')
  const { before: _, ...newest } = given
  const field = (name: Exclude<FilterName, 'before'>) => ({
    name,
    id: `log-${name}`,
    label: t(`calls.${name}`),
    defaultValue: given[name] ?? '',
    error: problems.includes(name) ? t(`calls.errors.${name}`) : undefined,
  })
  return (
    <div className="mt-3">
      <FilterBar
        label={t('calls.filter')}
        apply={t('calls.apply')}
        url={requestsPath(applicationId, newest)}
        plain={requestsPath(applicationId, {})}
        className="sm:grid-cols-2 lg:grid-cols-3"
      >
        <TextInput {...field('status')} placeholder="4xx" maxLength={10} mono />
        <Select
          {...field('endpoint')}
          options={[
            { value: '', label: t('calls.any') },
            ...meteredEndpoints.map((value) => ({ value, label: t(`endpoint.${value}`) })),
          ]}
        />
        <TextInput {...field('code')} placeholder="account_not_found" maxLength={60} mono />
        <TextInput {...field('from')} placeholder="2026-11-21" maxLength={40} mono />
        <TextInput {...field('to')} placeholder="2026-11-21T09:00Z" maxLength={40} mono />
      </FilterBar>
    </div>
  )
}
