import { getFormatter, getTranslations } from 'next-intl/server'
import { classNames } from '@/components/class-names'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'
import { writeShare } from '@/components/usage/short'
import type { Attention, listAttention } from '@/lib/usage/attention'

/** Where a reason is explained or dealt with, below the application's page, if not where it is validated. */
const places: Partial<Record<Attention['kind'], string>> = {
  suspended: '',
  failing: '/traffic',
  limited: '#limits',
  secret_ends: '/keys',
  secret_unused: '/keys',
}

const urgent: readonly Attention['kind'][] = ['suspended', 'failing']

/** The matters that need the developer's attention, a sentence each. */
export async function AttentionList({ found }: { found: ReturnType<typeof listAttention> }) {
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
            className={classNames(
              'size-2 shrink-0 rounded-full',
              urgent.includes(attention.kind) ? 'bg-danger' : 'bg-warning',
            )}
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
    at: () => ('at' in attention ? <Moment at={attention.at} /> : null),
    share: 'share' in attention ? writeShare(format, attention.share) : '',
    usual: 'usual' in attention ? writeShare(format, attention.usual) : '',
    peak: 'peak' in attention ? attention.peak : 0,
    limit: 'limit' in attention ? attention.limit : 0,
  })
  return <>{sentence}</>
}
