import { getTranslations } from 'next-intl/server'
import { FilterBar } from '@/components/ui/filter-bar'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { toMaskedMsisdn } from '@/lib/usage/call-log'
import { readTime } from '@/lib/usage/range'
import { callOutcomes, meteredEndpoints } from '@/lib/usage/schema'
import { statuses, type View, viewAddress } from './address'

type Problem = 'msisdn' | 'since' | 'until'

/** The fields of the search that can't be read. */
export function findProblems({ msisdn, since, until }: View): Problem[] {
  const problems: Problem[] = []
  if (msisdn && toMaskedMsisdn(msisdn) !== msisdn) problems.push('msisdn')
  if (since && readTime(since) === null) problems.push('since')
  if (until && readTime(until) === null) problems.push('until')
  return problems
}

type Props = { applicationId: string; view: View; problems: Problem[] }

/** The search in the request log; the period of the charts stays. */
export async function CallFilter({ applicationId, view, problems }: Props) {
  const t = await getTranslations('usage')
  const { range, from, to, step } = view
  const any = { value: '', label: t('calls.any') }
  const error = (field: Problem) => (problems.includes(field) ? t(`calls.errors.${field}`) : undefined)
  const field = (name: 'code' | 'msisdn' | 'request' | 'since' | 'until') => ({
    name,
    label: t(`calls.${name === 'request' ? 'requestId' : name}`),
    defaultValue: view[name],
  })
  return (
    <FilterBar
      label={t('calls.filter')}
      apply={t('calls.apply')}
      url={`${viewAddress(applicationId, view)}#calls`}
      plain={`${viewAddress(applicationId, { range, from, to, step })}#calls`}
      className="sm:grid-cols-2 lg:grid-cols-4"
    >
      {Object.entries({ range, from, to, step }).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Select
        name="status"
        label={t('calls.status')}
        defaultValue={view.status ?? ''}
        options={[
          any,
          ...callOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
          ...statuses.map((value) => ({ value, label: value })),
        ]}
      />
      <Select
        name="endpoint"
        label={t('calls.endpoint')}
        defaultValue={view.endpoint ?? ''}
        options={[any, ...meteredEndpoints.map((value) => ({ value, label: t(`endpoint.${value}`) }))]}
      />
      <TextInput {...field('code')} type="search" maxLength={40} mono />
      <TextInput
        {...field('msisdn')}
        type="search"
        id="log-msisdn"
        placeholder="221*******67"
        error={error('msisdn')}
        maxLength={30}
        mono
      />
      <TextInput {...field('request')} type="search" id="log-request" maxLength={45} mono />
      <TextInput {...field('since')} type="datetime-local" error={error('since')} />
      <TextInput {...field('until')} type="datetime-local" error={error('until')} />
    </FilterBar>
  )
}
