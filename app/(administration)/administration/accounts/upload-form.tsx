import { getTranslations } from 'next-intl/server'
import { ProofFields } from '@/app/_request/proof-fields'
import { RouteFields } from '@/app/_request/route-form'
import { type CurrentDeveloper, isConfirmed } from '@/app/_request/session'
import { formatBytes } from '@/components/format'
import type { Query } from '@/components/query'
import { Checkbox } from '@/components/ui/checkbox'
import { ErrorSummary } from '@/components/ui/error-summary'
import { FileInput } from '@/components/ui/file-input'
import { RouteForm } from '@/components/ui/route-form'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { getLocale } from '@/i18n/current-locale'
import { uploadRoutes } from '@/lib/uploads'
import { readProblems, typedFields, type UploadProblem } from './typed'

type Props = { query: Query; administrator: CurrentDeveloper }

/** A form that the route streams: a file of accounts is larger than an action may be. */
export async function UploadForm({ query, administrator }: Props) {
  const t = await getTranslations('accountFiles')
  const common = await getTranslations('common.field')
  const known = (code: string): code is UploadProblem => t.has(`errors.${code as UploadProblem}`)
  const { path, maxBytes } = uploadRoutes.accounts
  const limit = formatBytes(maxBytes, await getLocale())
  const errors = Object.fromEntries(
    Object.entries(readProblems(query, known)).map(([field, code]) => [
      field,
      t(`errors.${code}`, { limit }),
    ]),
  )
  const typed = typedFields(query)
  return (
    <RouteForm action={path} className="grid max-w-xl gap-5">
      <RouteFields />
      <ErrorSummary title={common('errorSummary')} errors={errors} />
      <Select
        keep
        name="environment"
        label={t('environment')}
        error={errors.environment}
        defaultValue={typed.environment}
        options={(['production', 'sandbox'] as const).map((value) => ({ value, label: t(`found.${value}`) }))}
      />
      <TextInput
        keep
        name="asOf"
        label={t('asOf')}
        hint={t('asOfHint')}
        placeholder="2026-11-22T01:00:00Z"
        error={errors.asOf}
        defaultValue={typed.asOf}
        autoComplete="off"
        mono
      />
      <Checkbox
        keep
        name="complete"
        label={t('complete')}
        hint={t('completeHint')}
        error={errors.complete}
        defaultChecked={typed.complete === 'on'}
      />
      <TextInput
        keep
        name="allowRemovals"
        label={t('allowRemovals')}
        hint={t('allowRemovalsHint')}
        error={errors.allowRemovals}
        defaultValue={typed.allowRemovals}
        inputMode="numeric"
        autoComplete="off"
      />
      <Checkbox
        keep
        name="skipBad"
        label={t('skipBad')}
        error={errors.skipBad}
        defaultChecked={typed.skipBad === 'on'}
      />
      <FileInput
        name="file"
        label={t('file')}
        hint={t('fileHint', { limit })}
        accept=".csv,text/csv"
        error={errors.file}
      />
      {!isConfirmed(administrator) && <ProofFields developer={administrator} error={errors.password} />}
      <div>
        <SubmitButton>{t('uploadButton')}</SubmitButton>
      </div>
    </RouteForm>
  )
}
