import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { queryReader, queryText } from '@/app/_request/query'
import type { Query } from '@/components/query'
import { Marks } from '@/components/search-words'
import { PageHeader } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import { readWords } from '../../content/words'
import { maxQueryLength } from '../../search/query'
import { SearchForm } from '../../search/search-form'
import { type SearchHit, searchDocs } from '../../search/search-index'

const read = queryReader({ q: queryText(maxQueryLength) })

type Props = { searchParams: Promise<Query> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.search')
  return { title: t('title'), description: t('lead'), alternates: { canonical: '/docs/search' } }
}

export default async function SearchPage({ searchParams }: Props) {
  const words = await readWords()
  const { t } = words
  const { q: query = '' } = read(await searchParams)
  const found = searchDocs(query, words)
  return (
    <>
      <PageHeader title={t('search.title')}>
        <p>{t('search.lead')}</p>
      </PageHeader>
      <div className="grid max-w-prose gap-6">
        <SearchForm query={query} label={t('search.label')} button={t('search.button')} />
        <p role="status" className="text-muted text-sm">
          {query && t('search.count', { count: found.length, query })}
        </p>
        <ol className="grid gap-6">
          {found.map((each) => (
            <FoundPart key={each.href} found={each} />
          ))}
        </ol>
      </div>
    </>
  )
}

function FoundPart({ found: { href, title, page, excerpt } }: { found: SearchHit }) {
  return (
    <li className="grid gap-1">
      <h2 className="text-base">
        <TextLink href={href}>{title}</TextLink>
      </h2>
      {page !== title && <p className="text-muted text-xs">{page}</p>}
      <p className="text-sm [overflow-wrap:anywhere]">
        <Marks parts={excerpt} />
      </p>
    </li>
  )
}
