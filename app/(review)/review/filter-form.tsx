import { getTranslations } from 'next-intl/server'
import { FilterBar } from '@/components/ui/filter-bar'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { type QueueFilter, queueStates } from '@/lib/validation/queue'
import { filterUrl } from './filter'

/** The filter of the queue. */
export async function FilterForm({ filter }: { filter: QueueFilter }) {
  const t = await getTranslations('review.filter')
  const states = await getTranslations('review.states')
  return (
    <FilterBar label={t('label')} apply={t('apply')} url={filterUrl(filter)} plain="/review">
      <TextInput
        type="search"
        name="text"
        label={t('text')}
        placeholder={t('textHint')}
        defaultValue={filter.text}
        maxLength={200}
      />
      <Select
        name="state"
        label={t('state')}
        defaultValue={filter.state}
        options={queueStates.map((value) => ({ value, label: states(value) }))}
      />
      <Select
        name="assignee"
        label={t('assignee')}
        defaultValue={filter.assignee}
        options={(['anyone', 'me', 'nobody'] as const).map((value) => ({ value, label: t(value) }))}
      />
    </FilterBar>
  )
}
