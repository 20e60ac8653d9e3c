'use client'

import { use } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { controlAttributes, controlLook, Field } from '@/components/ui/field'
import { FormContext } from '@/components/ui/form-state'

type Props = { id: string; label: string; copyLabel?: string }

/** The text that the stage's action made, to be copied. */
export function SecretField({ id, label, copyLabel }: Props) {
  const secret = (use(FormContext).state.value as string | undefined) ?? ''
  return (
    <Field id={id} label={label}>
      <input
        readOnly
        value={secret}
        data-secret=""
        autoComplete="off"
        spellCheck={false}
        {...controlAttributes(id, {})}
        className={`${controlLook()} min-w-0 font-mono text-sm`}
      />
      <div>
        <CopyButton text={secret} label={copyLabel} />
      </div>
    </Field>
  )
}
