import { getTranslations } from 'next-intl/server'
import { Button, ButtonLink } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { type QueueFilter, queueStates } from '@/lib/validation/queue'
import { filterUrl } from './filter'

/** The filter of the queue: an ordinary GET form, so that it stands in the address and can be shared. */
export async function FilterForm({ filter }: { filter: QueueFilter }) {
  const t = await getTranslations('review.filter')
  const states = await getTranslations('review.states')
  return (
    <search aria-label={t('label')}>
      <form
        key={filterUrl(filter)}
        className="mb-6 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_2fr_auto]"
      >
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
        <TextInput
          type="search"
          name="text"
          label={t('text')}
          placeholder={t('textHint')}
          defaultValue={filter.text}
          maxLength={200}
        />
        <div className="flex gap-2">
          <Button type="submit" variant="secondary" className="min-h-11">
            {t('apply')}
          </Button>
          {filterUrl(filter) !== '/review' && (
            <ButtonLink href="/review" variant="quiet" className="min-h-11">
              {t('clear')}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  )
}
