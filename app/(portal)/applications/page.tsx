import { Plus } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { HomeShell } from '@/app/_request/home-shell'
import { requireDeveloper } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { Offers } from '@/app/_team/offers'
import { OneTimeNotices } from '@/components/one-time-notices'
import { type Query, withQuery } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { Pagination } from '@/components/ui/pagination'
import { now } from '@/lib/clock'
import { listActivity } from '@/lib/usage/activity'
import { listAttention } from '@/lib/usage/attention'
import { ApplicationRows } from './application-rows'
import { AttentionList } from './attention-list'
import { FirstApplication } from './first-application'

const perPage = 24

export const generateMetadata = titled('applications')

export default async function ApplicationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireDeveloper()
  const query = await searchParams
  const page = readPage(query.page)
  const { applications, total } = await listActivity(developer.id, now(), { page, perPage })
  const found = listAttention(applications)
  const t = await getTranslations('applications')
  const team = await getTranslations('team.done')
  return (
    <HomeShell
      current="applications"
      title={t('title')}
      subject={total > 0 ? t(found.length > 0 ? 'attention.title' : 'attention.nothing') : undefined}
      actions={
        <ButtonLink href="/applications/new" variant={total > 0 ? 'primary' : 'secondary'}>
          <Plus aria-hidden="true" />
          {t('new')}
        </ButtonLink>
      }
    >
      <OneTimeNotices
        query={query}
        done={{
          keys: ['left', 'declined', 'deleted'],
          text: (key) => (key === 'deleted' ? t('delete.done') : team(key)),
        }}
        className="mb-6"
      />
      <Offers developerId={developer.id} />
      {total === 0 && page === 1 ? (
        <FirstApplication />
      ) : (
        <>
          {found.length > 0 && <AttentionList found={found} />}
          <ApplicationRows applications={applications} />
          <Pagination
            page={page}
            pages={Math.max(page, Math.ceil(total / perPage))}
            href={(to) => withQuery('/applications', { page: to > 1 ? String(to) : undefined })}
          />
        </>
      )}
    </HomeShell>
  )
}

/** From 1; 1 for anything that is not a page. */
function readPage(asked: Query[string]): number {
  return /^[1-9]\d{0,3}$/.test(String(asked)) ? Number(asked) : 1
}
