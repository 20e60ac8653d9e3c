import { getFormatter, getTranslations } from 'next-intl/server'
import { FilterBar } from '@/components/ui/filter-bar'
import { FilterChip } from '@/components/ui/filter-chip'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { meteredEndpoints } from '@/lib/usage/schema'
import { type FilterName, listChips, newest, trafficPath, type View } from './filters'

type Props = {
  applicationId: string
  view: View
  offered: readonly { name: 'status' | 'code'; value: string; calls: number }[]
}

/** The criteria as chips, each a link, and all of them as a form. */
export async function LogFilter({ applicationId, view, offered }: Props) {
  const t = await getTranslations('usage')
  const format = await getFormatter()
  const { range, given, problems } = view
  const right = Object.fromEntries(
    Object.entries(given).filter(([name]) => !problems.includes(name as FilterName)),
  )
  return (
    <div className="no-print grid grid-cols-[minmax(0,max-content)_auto] gap-2">
      <nav aria-label={t('calls.filter')} data-chips="">
        <ul className="flex gap-2 max-sm:overflow-x-auto sm:flex-wrap">
          {listChips(right, offered).map(({ name, value, isSet, set, unset }) => {
            const calls = offered.find((each) => each.name === name && each.value === value)?.calls
            return (
              <li key={`${name} ${value}`} className="shrink-0">
                <FilterChip
                  href={trafficPath(applicationId, { range, given: isSet ? unset : set })}
                  isSet={isSet}
                  remove={t('calls.remove')}
                  mono={name === 'code'}
                >
                  {name === 'endpoint' ? t(`endpoint.${value as 'token'}`) : value}
                  {calls ? <span className="tabular-nums">{format.number(calls)}</span> : null}
                </FilterChip>
              </li>
            )
          })}
        </ul>
      </nav>
      <details open={problems.length > 0 || undefined} className="open:col-span-2">
        <summary className="inline-flex whitespace-nowrap min-h-7 items-center rounded-md border border-line bg-surface px-2.5 font-medium text-muted text-xs hover:border-line-strong hover:text-ink">
          {t('calls.more')}
        </summary>
        <Fields applicationId={applicationId} view={view} />
      </details>
    </div>
  )
}

async function Fields({ applicationId, view }: Omit<Props, 'offered'>) {
  const t = await getTranslations('usage')
  const { range, given, problems } = view
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
        url={trafficPath(applicationId, newest(view))}
        plain={trafficPath(applicationId, { range, given: {} })}
        className="sm:grid-cols-2 lg:grid-cols-3"
      >
        {range !== 'day' && <input type="hidden" name="range" value={range} />}
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
        <TextInput {...field('to')} placeholder="2026-11-21T09:00:00Z" maxLength={40} mono />
      </FilterBar>
    </div>
  )
}
