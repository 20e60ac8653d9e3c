import { CircleAlert, TriangleAlert } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import { writeShare } from '@/components/usage/short'
import type { Activity } from '@/lib/usage/activity'
import { type Attention, listAttention } from '@/lib/usage/attention'

/** Where each reason is explained or dealt with, below the application's page. */
const places: Record<Attention['kind'], string> = {
  suspended: '',
  failing: '/traffic',
  limited: '#limits',
  changes_requested: '/validation',
  rejected: '/validation',
  secret_ends: '/keys',
  secret_unused: '/keys',
  draft: '/validation',
}

const urgent: readonly Attention['kind'][] = ['suspended', 'failing']

/** Lists the matters that need the developer's attention, a sentence each; empty when nothing does. */
export async function AttentionList({ applications }: { applications: Activity[] }) {
  const found = listAttention(applications)
  if (found.length === 0) return null
  const t = await getTranslations('applications.attention')
  return (
    <Card title={t('title')} className="mb-6">
      <ul className="grid gap-3">
        {found.map(({ application, attention }) => (
          <li key={`${application.id} ${attention.kind}`} className="flex gap-3 text-sm">
            <Mark kind={attention.kind} />
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <span id={`${attention.kind}-${application.id}`}>
                <Sentence application={application} attention={attention} />
              </span>{' '}
              <TextLink
                href={`/applications/${application.id}${places[attention.kind]}`}
                aria-describedby={`${attention.kind}-${application.id}`}
                className="whitespace-nowrap"
              >
                {t(`links.${attention.kind}`)}
              </TextLink>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Mark({ kind }: { kind: Attention['kind'] }) {
  const Icon = urgent.includes(kind) ? CircleAlert : TriangleAlert
  const look = urgent.includes(kind) ? 'text-danger' : 'text-warning'
  return <Icon className={`mt-px size-5 shrink-0 ${look}`} aria-hidden="true" />
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
