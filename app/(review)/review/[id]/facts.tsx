import { getFormatter, getTranslations } from 'next-intl/server'
import { describeDetails, Networks } from '@/components/application-details'
import { StateBadge } from '@/components/state-badge'
import { Badge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/definition-list'
import { Section } from '@/components/ui/section'
import { ownerOf } from '@/lib/applications/queries'
import { isInReview } from '@/lib/applications/states'
import { now } from '@/lib/clock'
import { describePerson } from '@/lib/identity/schema'
import { businessCalendar } from '@/lib/validation/business-hours'
import { findConfusableNames, type Review } from '@/lib/validation/queries'
import { findUnreviewed } from '@/lib/validation/queue'
import { applicationOf } from '@/lib/validation/submission-subject'

const namesShown = 20

/** The application's owner, the fields that describe it, and the due date of the decision. */
export async function Facts({ review: { submission } }: { review: Review }) {
  const t = await getTranslations('review.one')
  const networks = await getTranslations('networks')
  const table = await getTranslations('review.table')
  const application = applicationOf(submission)
  const owner = { developerId: ownerOf(application).id, organisationId: application.organisationId }
  const unreviewed = (await findUnreviewed([application.id])).has(application.id)
  const others = application.members
    .filter(({ developerId }) => developerId !== application.developerId)
    .map(({ developer }) => describePerson(developer))
  return (
    <Section title={t('facts')}>
      <FactList
        items={[
          { term: t('developer'), value: describePerson(ownerOf(application)) },
          ...(others.length > 0 ? [{ term: t('team'), value: others.join(', ') }] : []),
          ...(await describeDetails(application, t('none'))),
          ...(await resemblingFact({ names: [application.name], ...owner })),
          { term: t('clientId'), value: <code className="font-mono text-xs">{application.clientId}</code> },
          {
            term: t('authentication'),
            value: (
              <>
                {t(`authenticationBy.${application.clientAuthentication}`)}
                {application.keys.map(({ algorithms, kid }) => (
                  <span key={kid} className="block">
                    {algorithms.join(', ')} · <code className="font-mono text-xs">{kid}</code>
                  </span>
                ))}
              </>
            ),
          },
          { term: networks('title'), value: <Networks networks={submission.networks} /> },
          ...(application.organisation
            ? [
                {
                  term: table('organisation'),
                  value: (
                    <span className="inline-flex flex-wrap items-center gap-2">
                      {application.organisation.legalName}
                      <StateBadge state={application.organisation.state} />
                      {unreviewed && <span>{t('unreviewed')}</span>}
                    </span>
                  ),
                },
              ]
            : unreviewed
              ? [{ term: table('organisation'), value: t('left') }]
              : []),
          ...(await submissionFacts(submission)),
        ]}
      />
    </Section>
  )
}

/** Names of others that look like the subject's, if there are any. */
export async function resemblingFact(subject: Parameters<typeof findConfusableNames>[0]) {
  const names = await findConfusableNames(subject)
  if (names.length === 0) return []
  const t = await getTranslations('review.one')
  const list = names.slice(0, namesShown).map((name) => (
    <li key={name} className="text-warning [overflow-wrap:anywhere]">
      {name}
    </li>
  ))
  return [{ term: t('resembling'), value: <ul className="grid gap-1">{list}</ul> }]
}

/** When a submission was sent, is due, and which round and version it is. */
export async function submissionFacts(submission: Review['submission']) {
  const t = await getTranslations('review.one')
  const table = await getTranslations('review.table')
  const format = await getFormatter()
  const { submittedAt, dueAt, version, number } = submission
  const late = dueAt && dueAt < now() && isInReview(submission.state)
  const due = dueAt && (
    <span className="inline-flex flex-wrap gap-2">
      <DateTime at={dueAt} timeZone={businessCalendar().timeZone} />
      {late && <Badge tone="danger">{table('overdue')}</Badge>}
    </span>
  )
  return [
    ...(submittedAt ? [{ term: t('submitted'), value: <DateTime at={submittedAt} /> }] : []),
    ...(due ? [{ term: t('due'), value: due }] : []),
    { term: t('round'), value: format.number(number) },
    { term: t('version'), value: format.number(version) },
  ]
}
