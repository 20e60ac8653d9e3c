import { getTranslations } from 'next-intl/server'
import { CaseList } from '@/components/rehearsal/case-list'
import { rehearsalFacts } from '@/components/rehearsal/facts'
import { DefinitionList } from '@/components/ui/definition-list'
import { Section } from '@/components/ui/section'
import { findSubmittedRehearsal } from '@/lib/rehearsals/queries'

/** The frozen report that the submission was sent with. */
export async function Rehearsal({ submissionId }: { submissionId: string }) {
  const t = await getTranslations('rehearsal')
  const rehearsal = await findSubmittedRehearsal(submissionId)
  return (
    <Section title={t('report.title')} id="rehearsal">
      {rehearsal ? (
        <div className="grid gap-6">
          <DefinitionList
            items={[
              { term: t('facts.application'), value: rehearsal.applicationName },
              ...(await rehearsalFacts(rehearsal)),
            ]}
          />
          <div className="border-line border-t pt-6">
            <CaseList
              rehearsal={rehearsal}
              reader="reviewer"
              pathOf={(requestId) => `/review/${submissionId}/calls/${requestId}`}
            />
          </div>
        </div>
      ) : (
        <p className="text-muted text-sm">{t('report.none')}</p>
      )}
    </Section>
  )
}
