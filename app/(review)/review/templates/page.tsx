import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { classNames } from '@/components/class-names'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { SubmitButton } from '@/components/ui/submit-button'
import { getLocale } from '@/i18n/current-locale'
import { localised, textsOf } from '@/lib/translations'
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
        <div>
          {templates.length === 0 ? (
            <p className="text-muted text-sm">{t('none')}</p>
          ) : (
            <ul className="grid divide-y divide-line">
              {templates.map((each) => (
                <Line key={each.id} template={each} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </StaffShell>
  )
}

async function Line({ template }: { template: Template }) {
  const t = await getTranslations('review.templates')
  const locale = await getLocale()
  const { id } = template
  const texts = textsOf(template, 'text')
  const name = localised(template, 'label', locale)
  return (
    <li className="flex flex-wrap items-start justify-between gap-4 py-4 first:pt-0 last:pb-0">
      <div className="grid max-w-prose gap-2 text-sm">
        <h2 className="font-semibold text-base">{name}</h2>
        {Object.entries(texts).map(([language, text], index) => (
          <p
            key={language}
            lang={language}
            className={classNames('whitespace-pre-line', index > 0 && 'text-muted')}
          >
            {text}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={`/review/templates/${id}`}
          variant="secondary"
          size="small"
          aria-label={t('editName', { name })}
        >
          {t('edit')}
        </ButtonLink>
        <ActionForm action={removeTemplate.bind(null, id)} summary={false}>
          <ExpectedVersion of={template} />
          <SubmitButton variant="dangerOutline" size="small">
            {t('remove')}
            <span className="sr-only"> {name}</span>
          </SubmitButton>
        </ActionForm>
      </div>
    </li>
  )
}
