import { Plus } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { HomeShell } from '@/app/_request/home-shell'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireDeveloper } from '@/app/_request/session'
import { Offers } from '@/app/_team/offers'
import { classNames } from '@/components/class-names'
import { FlashMessages } from '@/components/flash-messages'
import { type Query, withQuery } from '@/components/query'
import { Stepper } from '@/components/stepper'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { Pagination } from '@/components/ui/pagination'
import { lamps } from '@/components/ui/state-line'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { formatShare } from '@/components/usage/labels'
import { states } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import { type Attention, listActivity, listAttention } from '@/lib/usage/activity'
import { ApplicationRows } from './application-rows'
import { NamingCounter } from './naming-counter'
import { createApplication } from './new/actions'

const perPage = 24

export const generateMetadata = pageMetadata('applications')

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
        <ButtonLink href="/applications/new" variant={total > 0 ? 'primary' : 'quiet'}>
          <Plus aria-hidden="true" />
          {t('new')}
        </ButtonLink>
      }
    >
      <FlashMessages
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

/** For a developer without applications: the name of one in the Sandbox, and what follows. */
async function FirstApplication() {
  const t = await getTranslations('applications.empty')
  const form = await getTranslations('applications.form')
  const steps = ['credentials', 'balance', 'production'] as const
  return (
    <div className="grid gap-10">
      <NamingCounter name={t('name')} texts={{ sign: t('sign'), review: t('review'), slot: t('slot') }}>
        <div className="lg:pt-8">
          <h2 className="text-3xl">{t('title')}</h2>
          <p className="mt-1.5 max-w-prose text-muted">{t('body')}</p>
          <ActionForm
            action={createApplication}
            summary={false}
            className="mt-6 max-w-160 items-start gap-x-2 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <input type="hidden" name="environment" value="sandbox" />
            <TextInput
              keep
              name="name"
              label={form('name')}
              placeholder={t('name')}
              autoComplete="off"
              required
              className="min-h-11!"
            />
            <SubmitButton className="min-h-11 sm:mt-7">{form('create')}</SubmitButton>
            <p className="text-muted text-sm sm:col-span-2">
              {t.rich('other', {
                link: (text) => <TextLink href="/applications/new">{text}</TextLink>,
              })}
            </p>
          </ActionForm>
        </div>
      </NamingCounter>
      <section aria-labelledby="next">
        <h2 id="next" className="mb-4 text-subject">
          {(await getTranslations('validation.goLive'))('next')}
        </h2>
        <Stepper
          current={0}
          steps={steps.map((step) => ({
            title: t(`${step}.title`),
            note: t(`${step}.when`),
            body: t(`${step}.body`),
          }))}
        />
      </section>
    </div>
  )
}

/** Where a reason is explained or dealt with, below the application's page, if not where it is validated. */
const places: Partial<Record<Attention['kind'], string>> = {
  suspended: '',
  failing: '/traffic',
  limited: '#limits',
  secret_ends: '/keys',
  secret_unused: '/keys',
}

/** The colours of what is no state; a state has its own. */
const looks = {
  ...states,
  failing: { tone: 'danger' },
  limited: { tone: 'warning' },
  secret_ends: { tone: 'warning' },
  secret_unused: { tone: 'warning' },
} as const

/** The matters that need the developer's attention, a sentence each. */
async function AttentionList({ found }: { found: ReturnType<typeof listAttention> }) {
  const t = await getTranslations('applications.attention')
  return (
    <ul className="-mt-3 mb-8 border-line border-t">
      {found.map(({ application, attention }) => (
        <li
          key={`${application.id} ${attention.kind}`}
          className="flex min-h-10 flex-wrap items-center gap-x-3 border-line border-b py-1 text-sm"
        >
          <span
            aria-hidden="true"
            className={classNames('size-2 shrink-0 rounded-full', lamps[looks[attention.kind].tone])}
          />
          <p id={`${attention.kind}-${application.id}`} className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <Sentence application={application} attention={attention} />
          </p>
          <Link
            href={`/applications/${application.id}${places[attention.kind] ?? '/validation'}`}
            aria-describedby={`${attention.kind}-${application.id}`}
            className="inline-flex min-h-6 items-center font-medium text-accent hover:underline max-sm:ml-5"
          >
            {t(`links.${attention.kind}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

async function Sentence({ application, attention }: ReturnType<typeof listAttention>[number]) {
  const t = await getTranslations('applications.attention')
  const environment = await getTranslations('common.environment')
  const format = await getFormatter()
  const sentence = t.rich(attention.kind, {
    name: () => (
      <>
        <strong className="font-semibold">{application.name}</strong> ({environment(application.environment)})
      </>
    ),
    at: () => ('at' in attention ? <DateTime at={attention.at} /> : null),
    share: 'share' in attention ? formatShare(format, attention.share) : '',
    usual: 'usual' in attention ? formatShare(format, attention.usual) : '',
    peak: 'peak' in attention ? attention.peak : 0,
    limit: 'limit' in attention ? attention.limit : 0,
  })
  return <>{sentence}</>
}
