import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { needsReauthentication, ReauthenticationFields } from '@/app/_request/reauthentication-fields'
import { type CurrentDeveloper, requireAdministrator } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { FlashMessages } from '@/components/flash-messages'
import { LanguageFields } from '@/components/language-fields'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Checkbox } from '@/components/ui/checkbox'
import { FileInput } from '@/components/ui/file-input'
import { FormEnd } from '@/components/ui/form-end'
import { RadioCards } from '@/components/ui/radio-cards'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { getLocale } from '@/i18n/current-locale'
import { isUuid } from '@/lib/ids'
import { localised, textField } from '@/lib/translations'
import { findRequirement } from '@/lib/validation/requirements'
import { changeTemplate, saveDocumentRequirement } from '../actions'

type Props = { params: Promise<{ requirementId: string }>; searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('review.requirements')

/** The editor of one requirement; `new` adds one. */
export default async function RequirementPage({ params, searchParams }: Props) {
  const administrator = await requireAdministrator()
  const { requirementId } = await params
  const requirement = isUuid(requirementId) ? await findRequirement(requirementId) : null
  if (!requirement && requirementId !== 'new') notFound()
  const t = await getTranslations('review.requirements')
  const locale = await getLocale()
  const name = requirement && localised(requirement, 'name', locale)
  return (
    <StaffShell
      current="requirements"
      managed={{ type: 'requirement', id: requirementId }}
      title={name ?? t('add')}
      above={{ href: '/review/requirements', label: t('title') }}
    >
      <div className="grid gap-6">
        <FlashMessages query={await searchParams} done={{ keys: ['saved'], text: (key) => t(key) }} />
        <div>
          <RequirementForm requirement={requirement} />
        </div>
        {requirement && (
          <div>
            <TemplateForm requirement={requirement} administrator={administrator} />
          </div>
        )}
      </div>
    </StaffShell>
  )
}

type Requirement = NonNullable<Awaited<ReturnType<typeof findRequirement>>>

/** A requirement's texts in each language, and its accepted file types. */
async function RequirementForm({ requirement }: { requirement: Requirement | null }) {
  const t = await getTranslations('review.requirements')
  const kinds: string[] = requirement?.acceptedKinds ?? ['pdf', 'jpeg', 'png']
  const megabytes = (requirement?.maxBytes ?? 10 * 1024 * 1024) / 1024 / 1024
  return (
    <ActionForm action={saveDocumentRequirement} className="max-w-220">
      {requirement && <input type="hidden" name="requirementId" value={requirement.id} />}
      {requirement && <ExpectedVersion of={requirement} />}
      <LanguageFields>
        {(locale, language) => (
          <>
            <TextInput
              keep
              {...textField('name', locale, requirement)}
              label={t('form.nameIn', { language })}
              maxLength={120}
            />
            <Textarea
              keep
              {...textField('help', locale, requirement)}
              label={t('form.helpIn', { language })}
              maxLength={1000}
              rows={3}
              required={false}
            />
            <Textarea
              keep
              {...textField('checklist', locale, requirement)}
              label={t('form.checklistIn', { language })}
              hint={t('form.checklistHint')}
              rows={4}
              required={false}
            />
          </>
        )}
      </LanguageFields>
      <div className="grid max-w-prose gap-6">
        <RadioCards
          name="scope"
          label={t('form.scope')}
          hint={t('form.scopeHint')}
          defaultValue={requirement?.scope ?? 'application'}
          options={(['application', 'organisation'] as const).map((value) => ({
            value,
            label: t(`scope.${value}`),
          }))}
        />
        <Checkbox
          name="required"
          label={t('form.requiredLabel')}
          defaultChecked={requirement?.required !== false}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium text-sm">{t('form.kinds')}</legend>
          {(['pdf', 'jpeg', 'png'] as const).map((kind) => (
            <Checkbox
              key={kind}
              name={kind}
              label={kind.toUpperCase()}
              defaultChecked={kinds.includes(kind)}
            />
          ))}
        </fieldset>
        <TextInput
          keep
          name="maxMegabytes"
          label={t('form.maxMegabytes')}
          defaultValue={String(megabytes)}
          inputMode="decimal"
          className="max-w-32"
        />
      </div>
      <FormEnd cancel={{ href: '/review/requirements', label: t('back') }}>{t('form.save')}</FormEnd>
    </ActionForm>
  )
}

/** The file that applicants can download, fill in and send back. */
async function TemplateForm({
  requirement,
  administrator,
}: {
  requirement: Requirement
  administrator: CurrentDeveloper
}) {
  const t = await getTranslations('review.requirements.form')
  const { id, templateName } = requirement
  return (
    <ActionForm action={changeTemplate.bind(null, id)} summary={false} className="max-w-prose gap-4">
      <ExpectedVersion of={requirement} />
      <FileInput
        name="template"
        label={t('template')}
        hint={templateName ? t('templateNow', { name: templateName }) : t('templateHint')}
      />
      {needsReauthentication(administrator) && <ReauthenticationFields developer={administrator} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="secondary" name="intent" value="set">
          {t('upload')}
        </SubmitButton>
        {templateName !== null && (
          <SubmitButton variant="quiet" name="intent" value="remove">
            {t('remove')}
          </SubmitButton>
        )}
      </div>
    </ActionForm>
  )
}
