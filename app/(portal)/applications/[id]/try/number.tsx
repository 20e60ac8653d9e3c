'use client'

import { type ComponentProps, createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { controlAttributes, controlLook, Field } from '@/components/ui/field'
import { FormContext } from '@/components/ui/form-state'
import { SelectControl } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'

/** The number in the field, which the list of test accounts and the history change too. */
export const NumberContext = createContext<[string, (msisdn: string) => void]>(['', () => {}])

/** Keeps its own text: React resets a form whose action ends, and with it what was typed in the meantime. */
export function NumberStage({ first, children }: { first: string; children: ReactNode }) {
  const { values } = use(FormContext).state
  const number = useState(values?.msisdn ?? first)
  return <NumberContext value={number}>{children}</NumberContext>
}

type FieldProps = Omit<ComponentProps<typeof TextInput>, 'name' | 'value' | 'onChange'> & { first: string }

export function MsisdnField({ first, ...props }: FieldProps) {
  const [msisdn, setMsisdn] = use(NumberContext)
  const { values } = use(FormContext).state
  return (
    <>
      <input type="hidden" name="shown" value={values?.msisdn ?? first} />
      <TextInput
        {...props}
        name="msisdn"
        value={msisdn}
        onChange={(event) => setMsisdn(event.target.value)}
      />
    </>
  )
}

export type AccountGroup = { label: string; accounts: { msisdn: string; label: string }[] }

type PickerProps = { label: string; other: string; groups: AccountGroup[] }

/** Test accounts by what they are good for; choosing one fills the number. */
export function AccountPicker({ label, other, groups }: PickerProps) {
  const [msisdn, setMsisdn] = use(NumberContext)
  const select = useRef<HTMLSelectElement>(null)
  const known = groups.some(({ accounts }) => accounts.some((account) => account.msisdn === msisdn))
  const value = known ? msisdn : ''
  // The form is reset after each response, which does not restore a select's choice; the event comes before.
  useEffect(() => {
    const form = select.current?.form
    const restore = () =>
      queueMicrotask(() => {
        if (select.current) select.current.value = value
      })
    restore()
    form?.addEventListener('reset', restore)
    return () => form?.removeEventListener('reset', restore)
  })
  return (
    <Field id="account" label={label}>
      <SelectControl
        ref={select}
        name="account"
        autoComplete="off"
        value={value}
        onChange={(event) => setMsisdn(event.target.value)}
        className={`${controlLook()} truncate`}
        {...controlAttributes('account', {})}
      >
        <option value="">{other}</option>
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.accounts.map((account) => (
              <option key={account.msisdn} value={account.msisdn}>
                {account.label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectControl>
    </Field>
  )
}
