'use client'

import { type ReactNode, use } from 'react'
import { useOutcomeFocus } from '@/components/remove-query-params'
import { CopyButton } from '@/components/ui/copy-button'
import { controlAttributes, controlLook, Field, type FieldProps } from '@/components/ui/field'
import { FormContext } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'

type Props = {
  id: string
  title: string
  /** That it is shown once, and what for. */
  about: string
  label: string
  copyLabel?: string
  /** What leads on. */
  children: ReactNode
}

/** The secret that the stage's action made, the one time that it is shown. */
export function NewSecret({ id, title, about, label, copyLabel, children }: Props) {
  useOutcomeFocus()
  const secret = (use(FormContext).state.value as string | undefined) ?? ''
  return (
    <Notice tone="success" title={title} role="status" className="[&>:last-child]:flex-1">
      <p>{about}</p>
      <Field id={id} label={label}>
        <div className="flex max-w-200 flex-wrap items-start gap-2">
          <div className="min-w-0 flex-[1_1_16rem]">
            <SecretText id={id} secret={secret} />
          </div>
          <CopyButton text={secret} label={copyLabel} place="main" />
        </div>
      </Field>
      <p>{children}</p>
    </Notice>
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
