import type { LucideIcon } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { queryChoice, queryReader, queryText } from '@/app/_request/query'
import type { Query } from '@/components/query'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { ListPage } from './list-page'

/** A filter: the name of its query parameter, and its values with their labels. */
export type Choice = { name: string; label: string; options: { value: string; label: string }[] }

type Filter = Record<string, string | undefined>

type Props<Row extends { id: string }> = {
  /** The area of administration: names the page, its URL and its messages. */
  area: 'developers' | 'applications' | 'organisations'
  query: Query
  icon: LucideIcon
  choices: Choice[]
  /** One page of results, after the last id of the previous page. */
  search: (
    filter: Filter,
    before: string | undefined,
    limit: number,
  ) => Promise<{ rows: Row[]; older: boolean }>
  table: (rows: Row[]) => ReactNode
}

const pageSize = 25
const readPlace = queryReader({ before: queryText() })

/** A searchable list: text, filters and pages. The search is part of the URL. */
export async function SearchPage<Row extends { id: string }>(props: Props<Row>) {
  const { area, query, icon, choices, search, table } = props
  const known = choices.map(({ name, options }) => [name, queryChoice(options.map(({ value }) => value))])
  const shape: Record<string, ReturnType<typeof queryText>> = Object.fromEntries(known)
  const filter: Filter = queryReader({ ...shape, text: queryText() })(query)
  const { before } = readPlace(query)
  const { rows, older } = await search(filter, before, pageSize)
  const t = await getTranslations('administration')
  return (
    <ListPage
      {...{ area, query, icon, filter }}
      isEmpty={rows.length === 0}
      newest={before !== undefined}
      older={older && { before: rows.at(-1)?.id }}
      fields={
        <>
          <TextInput
            type="search"
            name="text"
            label={t(`${area}.text`)}
            placeholder={t(`${area}.text`)}
            defaultValue={filter.text}
            maxLength={254}
          />
          <Choices choices={choices} filter={filter} />
        </>
      }
    >
      {table(rows)}
    </ListPage>
  )
}

/** Without a choice, a list names what it chooses. */
function Choices({ choices, filter }: { choices: Choice[]; filter: Filter }) {
  return choices.map(({ name, label, options }) => (
    <Select
      key={name}
      name={name}
      label={label}
      defaultValue={filter[name]}
      options={[{ value: '', label }, ...options]}
    />
  ))
}
