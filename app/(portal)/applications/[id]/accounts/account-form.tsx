'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { ButtonLink } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'

type Option = { value: string; label: string }

export type AccountFormTexts = {
  labels: Record<
    | 'msisdn'
    | 'msisdnHint'
    | 'type'
    | 'status'
    | 'currency'
    | 'currencyHint'
    | 'balance'
    | 'balanceHint'
    | 'frozen'
    | 'frozenHint'
    | 'simulate'
    | 'delay'
    | 'error'
    | 'errorHint'
    | 'cancel'
    | 'problem',
    string
  >
  options: Record<'type' | 'status' | 'delay' | 'error', Option[]>
}

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  texts: AccountFormTexts
  submit: string
  /** What stands in the fields at first; without `msisdn` the number cannot be changed. */
  values: Record<string, string>
  currencies: string[]
  /** Where to go when nothing shall change. */
  home: string
}

/** A test account's values. */
export function AccountForm({ action, texts: { labels, options }, submit, values, currencies, home }: Props) {
  const [{ errors, error, values: typed }, post] = useActionState(action, {})
  const at = (name: string) => ({
    name,
    error: errors?.[name],
    defaultValue: typed?.[name] ?? values[name] ?? '',
  })
  const digits = { mono: true, autoComplete: 'off', spellCheck: false } as const
  return (
    <Form action={post}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      {values.msisdn !== undefined && (
        <TextInput
          label={labels.msisdn}
          hint={labels.msisdnHint}
          inputMode="tel"
          {...digits}
          {...at('msisdn')}
        />
      )}
      {/* A select keeps what it was drawn with when React puts its form back, unless it is drawn anew. */}
      <div key={JSON.stringify(typed)} className="grid gap-6">
        <div className="grid gap-6 sm:grid-cols-2">
          <Select label={labels.type} options={options.type} {...at('type')} />
          <Select label={labels.status} options={options.status} {...at('status')} />
        </div>
        <TextInput
          label={labels.currency}
          hint={labels.currencyHint}
          list="currencies"
          maxLength={3}
          {...digits}
          {...at('currency')}
        />
        <datalist id="currencies">
          {currencies.map((code) => (
            <option key={code} value={code} />
          ))}
        </datalist>
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <TextInput label={labels.balance} hint={labels.balanceHint} {...digits} {...at('balance')} />
          <TextInput label={labels.frozen} hint={labels.frozenHint} {...digits} {...at('frozenBalance')} />
        </div>
        <fieldset className="grid gap-4 rounded-xl border border-line p-4">
          <legend className="px-1 font-semibold text-sm">{labels.simulate}</legend>
          <Select label={labels.delay} options={options.delay} {...at('delayMs')} />
          <Select label={labels.error} hint={labels.errorHint} options={options.error} {...at('error')} />
        </fieldset>
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{submit}</SubmitButton>
        <ButtonLink href={home} variant="quiet">
          {labels.cancel}
        </ButtonLink>
      </div>
    </Form>
  )
}
