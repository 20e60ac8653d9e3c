import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ActionForm } from '@/components/ui/action-form'
import { FieldColumns } from '@/components/ui/field'
import { FormEnd } from '@/components/ui/form-end'
import type { FormAction } from '@/components/ui/form-state'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { maxDelayMs, simulatedErrors } from '@/lib/sandbox/schema'
import { currencyDecimals } from '@/lib/wallet/account-record'

type Props = {
  action: FormAction
  submit: string
  /** The fields' initial values; without `msisdn` the number cannot be changed. */
  values: Record<string, string>
  shown?: ReactNode
  /** The target of "Cancel". */
  home: string
}

const halfSeconds = Array.from({ length: maxDelayMs / 500 + 1 }, (_, index) => index * 500)
const digits = { mono: true, autoComplete: 'off', spellCheck: false } as const

/** The fields of a test account. */
export async function AccountForm({ action, submit, values, shown, home }: Props) {
  const t = await getTranslations('sandbox.form')
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '' })
  return (
    <ActionForm action={action}>
      {shown}
      {values.msisdn !== undefined && (
        <TextInput
          label={t('msisdn')}
          hint={t('msisdnHint')}
          inputMode="tel"
          {...digits}
          {...field('msisdn')}
        />
      )}
      <Kind values={values} />
      <TextInput
        label={t('currency')}
        hint={t('currencyHint')}
        list="currencies"
        {...digits}
        {...field('currency')}
      />
      <datalist id="currencies">
        {[...currencyDecimals.keys()].map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
      <FieldColumns>
        <TextInput label={t('balance')} hint={t('balanceHint')} {...digits} {...field('balance')} />
        <TextInput label={t('frozen')} hint={t('frozenHint')} {...digits} {...field('frozenBalance')} />
      </FieldColumns>
      <Simulation values={values} />
      <FormEnd cancel={{ href: home, label: t('cancel') }}>{submit}</FormEnd>
    </ActionForm>
  )
}

async function Kind({ values }: Pick<Props, 'values'>) {
  const t = await getTranslations('sandbox')
  return (
    <FieldColumns>
      <Select
        name="type"
        label={t('form.type')}
        defaultValue={values.type}
        options={(['customer', 'retailer'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <Select
        name="status"
        label={t('form.status')}
        defaultValue={values.status}
        options={(['active', 'suspended', 'barred'] as const).map((value) => ({
          value,
          label: t(`status.${value}`),
        }))}
      />
    </FieldColumns>
  )
}

/** Delays in half seconds, plus the account's own. */
async function Simulation({ values }: Pick<Props, 'values'>) {
  const t = await getTranslations('sandbox')
  const delays = [...new Set([...halfSeconds, Number(values.delayMs)])].sort((a, b) => a - b)
  return (
    <fieldset className="grid gap-4 rounded-xl border border-line p-4">
      <legend className="px-1 font-semibold text-sm">{t('form.simulate')}</legend>
      <Select
        name="delayMs"
        label={t('form.delay')}
        defaultValue={values.delayMs}
        options={delays.map((delay) => ({
          value: String(delay),
          label: t('form.seconds', { seconds: delay / 1000 }),
        }))}
      />
      <Select
        name="error"
        label={t('form.error')}
        hint={t('form.errorHint')}
        defaultValue={values.error}
        options={[
          { value: '', label: t('error.none') },
          ...simulatedErrors.map((value) => ({ value, label: t(`error.${value}`) })),
        ]}
      />
      <FieldColumns>
        {(['faultCalls', 'faultSeconds'] as const).map((name) => (
          <TextInput
            key={name}
            name={name}
            label={t(`form.${name}`)}
            hint={t(`form.${name}Hint`)}
            inputMode="numeric"
            defaultValue={values[name] ?? ''}
            {...digits}
          />
        ))}
      </FieldColumns>
    </fieldset>
  )
}
