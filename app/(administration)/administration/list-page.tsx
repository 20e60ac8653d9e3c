import type { LucideIcon } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type Query, withQuery } from '@/components/query'
import { FilterBar } from '@/components/ui/filter-bar'
import { EmptyState } from '@/components/ui/notice'
import { AdministrationPageLayout } from './page-layout'
import { Pages } from './pages'

type Props = {
  /** The area of administration: names the page, its URL and its messages. */
  area: 'developers' | 'applications' | 'organisations' | 'outbox'
  badges?: ReactNode
  query: Query
  /** The filter that applies now, and its fields. */
  filter: Query
  fields: ReactNode
  icon: LucideIcon
  isEmpty: boolean
  /** Whether this is not the first page, and the place of the next one. */
  newest: boolean
  older: Query | false
  /** The results, unless the list `isEmpty`. */
  children: ReactNode
}

/** A list of administration with its filter and its pages. Filter and place are part of the URL. */
export async function ListPage({ area, filter, fields, icon: Icon, isEmpty, children, ...rest }: Props) {
  const { newest, older, ...frame } = rest
  const path = `/administration/${area}`
  const url = withQuery(path, filter)
  const t = await getTranslations('administration')
  return (
    <AdministrationPageLayout current={area} title={t(`${area}.title`)} lead={t(`${area}.lead`)} {...frame}>
      <FilterBar label={t('filter.label')} apply={t('filter.apply')} url={url} plain={path}>
        {fields}
      </FilterBar>
      {isEmpty ? (
        <EmptyState icon={<Icon />} title={t(`${area}.none`)}>
          {t(`${area}.noneBody`)}
        </EmptyState>
      ) : (
        children
      )}
      <Pages newest={newest && url} older={older && withQuery(path, { ...filter, ...older })} />
    </AdministrationPageLayout>
  )
}
