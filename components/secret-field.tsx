'use client'

import { use } from 'react'
import { useOutcomeFocus } from '@/components/remove-query-params'
import { CopyButton } from '@/components/ui/copy-button'
import { controlAttributes, controlLook, Field, type FieldProps } from '@/components/ui/field'
import { FormContext } from '@/components/ui/form-state'

type Props = { id: string; label: string; copyLabel?: string }

/** The text that the stage's action made, to be copied. */
export function SecretField({ id, label, copyLabel }: Props) {
  useOutcomeFocus()
  const secret = (use(FormContext).state.value as string | undefined) ?? ''
  return (
    <Field id={id} label={label}>
      <SecretText id={id} secret={secret} />
      <div>
        <CopyButton text={secret} label={copyLabel} />
      </div>
    </Field>
  )
}

type SecretProps = Pick<FieldProps, 'hint' | 'error'> & {
  id: string
  secret: string | null
  /** Without the frame of a field, and as high as a secret is once it is revealed. */
  bare?: boolean
}

/** A secret, whole however long it is; dots instead of none. Where browsers don't fit a text area, it scrolls. */
export function SecretText({ id, secret, hint, error, bare = false }: SecretProps) {
  return (
    <textarea
      readOnly
      rows={secret ? 3 : 1}
      value={secret ?? '•'.repeat(24)}
      data-secret={secret ? '' : undefined}
      autoComplete="off"
      spellCheck={false}
      {...controlAttributes(id, { hint, error })}
      className={`${bare ? 'min-h-10 rounded bg-transparent pt-1.5 pb-0.5 text-xs leading-4' : `${controlLook(error)} text-sm`} field-sizing-content w-full min-w-0 resize-none break-all font-mono`}
    />
  )
}
