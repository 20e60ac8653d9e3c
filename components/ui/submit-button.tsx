'use client'

import { type ComponentProps, use, useRef } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'
import { FormContext } from '@/components/ui/form-state'

/**
 * The submit button of a form; while waiting for the response it is `aria-disabled` and ends in "…", so that a second
 * press sends nothing. Nor does it while another form of the page waits: that response may lead to another page, and
 * Next then drops what the actions behind it return, such as a secret that is shown once. Without JavaScript it is a
 * plain submit button.
 */
export function SubmitButton({ children, disabled, ...rest }: Omit<ComponentProps<typeof Button>, 'type'>) {
  const { asked, state, replaced, sending } = use(FormContext)
  const pending = useFormStatus().pending || sending
  const button = useRef<HTMLButtonElement>(null)
  // In a form that came back with a question, the button below it sends what was pressed.
  if (asked)
    return rest.name && state.values?.[rest.name] === rest.value ? (
      <input type="hidden" name={rest.name} value={rest.value} />
    ) : null
  return (
    <Button
      type="submit"
      ref={button}
      disabled={disabled}
      hidden={replaced !== undefined && replaced === button.current}
      // It keeps the focus while it waits.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => document.querySelector('[type=submit][aria-busy]') && event.preventDefault()}
      {...rest}
    >
      <span>
        {children}
        {pending && <span aria-hidden="true">…</span>}
      </span>
    </Button>
  )
}
