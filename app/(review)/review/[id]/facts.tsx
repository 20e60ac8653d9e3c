import { getFormatter, getTranslations } from 'next-intl/server'
import { Ranges } from '@/components/networks/ranges'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { FactList } from '@/components/validation/fact-list'
import { now } from '@/lib/clock'
import { describePerson } from '@/lib/identity/schema'
import { businessCalendar } from '@/lib/validation/business-hours'
import type { Review } from '@/lib/validation/queries'

/** The application's owner, its description, and the due date of the decision. */
export async function Facts({ review: { submission } }: { review: Review }) {
  const [t, networks, field, table, format] = [
    await getTranslations('review.one'),
    await getTranslations('networks'),
    await getTranslations('applications.form'),
    await getTranslations('review.table'),
    await getFormatter(),
  ]
  const { application, submittedAt, dueAt, version, number } = submission
  const others = application.members
    .filter(({ developerId }) => developerId !== application.developerId)
    .map(({ developer }) => describePerson(developer))
  const late = dueAt && dueAt < now() && submission.state === 'in_validation'
  const due = dueAt && (
    <span className="inline-flex flex-wrap gap-2">
      <Moment at={dueAt} timeZone={businessCalendar().timeZone} />
      {late && <Badge tone="danger">{table('overdue')}</Badge>}
    </span>
  )
  return (
    <Card title={t('facts')}>
      <FactList
        items={[
          { term: t('developer'), value: describePerson(application.developer) },
          ...(others.length > 0 ? [{ term: t('team'), value: others.join(', ') }] : []),
          {
            term: field('description'),
            value: (
              <span className="whitespace-pre-line">{application.description || t('noDescription')}</span>
            ),
          },
          { term: t('clientId'), value: <code className="font-mono text-xs">{application.clientId}</code> },
          {
            term: t('authentication'),
            value: t(`authenticationBy.${application.clientAuthentication}`),
          },
          { term: networks('title'), value: <Ranges networks={submission.networks} /> },
          ...(submittedAt ? [{ term: t('submitted'), value: <Moment at={submittedAt} /> }] : []),
          ...(due ? [{ term: t('due'), value: due }] : []),
          { term: t('round'), value: format.number(number) },
          { term: t('version'), value: format.number(version) },
        ]}
      />
    </Card>
  )
}
