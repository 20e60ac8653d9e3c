import { getFormatter, getTranslations } from 'next-intl/server'
import { FactList } from '@/components/ui/fact-list'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { findSandboxRecord } from '@/lib/validation/evidence'

/** The developer's Sandbox activity: whether they have tested what they ask for. */
export async function Evidence({ developerId }: { developerId: string }) {
  const t = await getTranslations('review.evidence')
  const format = await getFormatter()
  const record = await findSandboxRecord(developerId)
  const time = (date: Date | null) => (date ? <Moment at={date} /> : t('never'))
  return (
    <Section title={t('title')} lead={record.applications === 0 ? t('none') : t('lead')}>
      {record.applications > 0 && (
        <FactList
          items={[
            { term: t('applications'), value: format.number(record.applications) },
            { term: t('tokens'), value: format.number(record.tokens) },
            { term: t('balances'), value: format.number(record.balances) },
            { term: t('errors'), value: format.number(record.errors) },
            { term: t('first'), value: time(record.firstCall) },
            { term: t('last'), value: time(record.lastCall) },
          ]}
        />
      )}
    </Section>
  )
}
