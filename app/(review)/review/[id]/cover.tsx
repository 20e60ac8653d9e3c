import { getTranslations } from 'next-intl/server'
import { writeMoment } from '@/components/ui/moment'
import { getLocale } from '@/i18n/current-locale'
import { ownerOf } from '@/lib/applications/landing'
import { describePerson } from '@/lib/identity/schema'
import type { Review } from '@/lib/validation/queries'
import { subjectOf } from '@/lib/validation/submission-subject'

/** The first page in print: what this is, whose, and what was decided by whom and when. */
export async function Cover({ review: { submission, emails } }: { review: Review }) {
  const t = await getTranslations('review')
  const states = await getTranslations('common.state')
  const locale = await getLocale()
  const { application, organisation, decisions, submittedAt } = submission
  const state = application?.state ?? organisation?.state
  const decision = decisions.findLast(({ final, voidedAt }) => final && !voidedAt)
  const applicant = application ? describePerson(ownerOf(application)) : organisation?.legalName
  const facts = [
    [t('one.developer'), applicant],
    [t('filter.state'), state && states(state)],
    [t('one.submitted'), submittedAt && writeMoment(locale, submittedAt)],
    [t('decision.title'), decision ? t(`decisions.${decision.outcome}`) : t('documents.noVerdict')],
    [t('reviewer'), decision && emails.get(decision.reviewerId)],
    [t('table.decided'), decision && writeMoment(locale, decision.decidedAt)],
  ]
  return (
    <section className="dossier hidden break-after-page content-start gap-6 pt-[40mm] print:grid">
      <p className="text-lg">{t('dossier')}</p>
      <h1 className="font-semibold text-4xl [overflow-wrap:anywhere]">{subjectOf(submission).name}</h1>
      <dl className="grid grid-cols-[12rem_1fr] gap-x-6 gap-y-3 border-line border-t pt-6">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term} className="contents">
                <dt className="text-muted">{term}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
