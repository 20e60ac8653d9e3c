import { getLocale, getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { FactList } from '@/components/validation/fact-list'
import { History } from '@/components/validation/history'
import { localised } from '@/i18n/locale'
import type { findApplicationEntry } from '@/lib/applications/directory'
import type { SupportDetails } from '@/lib/lifecycle/support-view'

type Props = {
  application: NonNullable<Awaited<ReturnType<typeof findApplicationEntry>>>
  submission: NonNullable<SupportDetails['submission']>
}

/** Where the validation is: documents by name, dates and history; no files and no messages. */
export async function Validation({ application, submission }: Props) {
  const t = await getTranslations('validation')
  const { submittedAt, dueAt } = submission
  const dates = [
    ...(submittedAt ? [{ term: t('status.submitted'), value: <Moment at={submittedAt} /> }] : []),
    ...(submission.state === 'in_validation' && dueAt
      ? [{ term: t('status.due'), value: <Moment at={dueAt} /> }]
      : []),
  ]
  return (
    <Card title={t('title')}>
      <div className="grid gap-6">
        {dates.length > 0 && <FactList items={dates} />}
        <Documents submission={submission} />
        <History transitions={application.transitions} />
      </div>
    </Card>
  )
}

async function Documents({ submission: { requirements, documents } }: Pick<Props, 'submission'>) {
  const t = await getTranslations('validation.documents')
  const locale = await getLocale()
  const items = requirements.map((each) => ({
    term: localised(each, 'name', locale),
    value: documents.has(each.requirementId)
      ? each.verdict === 'replace'
        ? t('replaceIt')
        : t('present')
      : `${t('missing')} (${t(each.required ? 'required' : 'optional')})`,
  }))
  return <FactList items={items} />
}
