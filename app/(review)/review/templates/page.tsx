import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { type Column, Table } from '@/components/ui/table'
import { RowLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { localised } from '@/lib/translations'
import { listReasonTemplates } from '@/lib/validation/reason-templates'
import { removeTemplate } from './actions'

type Props = { searchParams: Promise<Query> }
type Template = Awaited<ReturnType<typeof listReasonTemplates>>[number]

export const generateMetadata = pageMetadata('review.templates')

/** The saved replies that reviewers can start a reason from. */
export default async function ReasonTemplatesPage({ searchParams }: Props) {
  await requireAdministrator()
  const templates = await listReasonTemplates()
  const t = await getTranslations('review.templates')
  return (
    <StaffShell
      current="templates"
      managed={{ type: 'reason_template' }}
      title={t('title')}
      lead={t('lead')}
      actions={<ButtonLink href="/review/templates/new">{t('add')}</ButtonLink>}
    >
      <div className="grid gap-6">
        <FlashMessages
          query={await searchParams}
          done={{ keys: ['saved', 'removed'], text: (key) => t(key) }}
        />
        <Table
          linked
          caption={t('title')}
          empty={t('none')}
          columns={await columns()}
          rows={templates}
          rowKey={({ id }) => id}
        />
      </div>
    </StaffShell>
  )
}

/** The text is in the reader's language; the form behind the name has it in each. */
async function columns(): Promise<Column<Template>[]> {
  const t = await getTranslations('review.templates')
  const locale = await getLocale()
  return [
    {
      label: t('name'),
      cell: (template) => (
        <RowLink href={`/review/templates/${template.id}`}>{localised(template, 'label', locale)}</RowLink>
      ),
    },
    {
      label: t('text'),
      plain: true,
      cell: (template) => (
        <span className="block max-w-prose whitespace-pre-line text-muted text-sm">
          {localised(template, 'text', locale)}
        </span>
      ),
    },
    {
      label: t('remove'),
      action: true,
      cell: (template) => (
        <PressForm
          action={removeTemplate.bind(null, template.id)}
          button={t('remove')}
          name={`${t('remove')} ${localised(template, 'label', locale)}`}
          variant="dangerQuiet"
          size="small"
          shown={<ExpectedVersion of={template} />}
        />
      ),
    },
  ]
}
