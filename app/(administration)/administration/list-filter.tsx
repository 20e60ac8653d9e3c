import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type Query, withQuery } from '@/components/query'
import { FilterBar } from '@/components/ui/filter-bar'

type Props = {
  /** The page's URL, without a filter. */
  path: string
  /** The filter that applies now. */
  filter: Query
  children: ReactNode
}

/** The filter above a list of administration. */
export async function ListFilter({ path, filter, children }: Props) {
  const t = await getTranslations('administration.filter')
  return (
    <FilterBar
      label={t('label')}
      apply={t('apply')}
      url={withQuery(path, filter)}
      plain={path}
      className="sm:grid-cols-2 lg:grid-cols-3"
    >
      {children}
    </FilterBar>
  )
}
