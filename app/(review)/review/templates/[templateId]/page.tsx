import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { LanguageFields } from '@/components/language-fields'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { getLocale } from '@/i18n/current-locale'
import { isUuid } from '@/lib/ids'
import { localised, textField } from '@/lib/translations'
import { findReasonTemplate } from '@/lib/validation/reason-templates'
import { saveTemplate } from '../actions'

type Props = { params: Promise<{ templateId: string }> }

export const generateMetadata = pageMetadata('review.templates')

/** The editor of one saved reply; `new` adds one. */
export default async function ReasonTemplatePage({ params }: Props) {
  await requireAdministrator()
  const { templateId } = await params
  const template = isUuid(templateId) ? await findReasonTemplate(templateId) : null
  if (!template && templateId !== 'new') notFound()
  const t = await getTranslations('review.templates')
  const locale = await getLocale()
  return (
    <StaffShell
      current="templates"
      managed={{ type: 'reason_template', id: templateId }}
      title={template ? localised(template, 'label', locale) : t('add')}
      above={{ href: '/review/templates', label: t('title') }}
    >
      <div>
        <ActionForm action={saveTemplate} className="max-w-220">
          {template && <input type="hidden" name="templateId" value={template.id} />}
          {template && <ExpectedVersion of={template} />}
          <LanguageFields>
            {(each, language) => (
              <>
                <TextInput
                  keep
                  {...textField('label', each, template)}
                  label={t('form.labelIn', { language })}
                  maxLength={120}
                />
                <Textarea
                  keep
                  {...textField('text', each, template)}
                  label={t('form.textIn', { language })}
                  maxLength={1000}
                />
              </>
            )}
          </LanguageFields>
          <FormEnd cancel={{ href: '/review/templates', label: t('back') }}>{t('form.save')}</FormEnd>
        </ActionForm>
      </div>
    </StaffShell>
  )
}
