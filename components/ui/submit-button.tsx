'use client'

import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'

/**
 * The submit button of a form; while waiting for the response it is disabled and ends in "…", so that a second press
 * sends nothing. Nor does it while another form of the page waits: that response may lead to another page,
 * and Next then drops what the actions behind it return, such as a secret that is shown once. Without
 * JavaScript it is a plain submit button.
 */
export function SubmitButton({ children, disabled, ...rest }: Omit<ComponentProps<typeof Button>, 'type'>) {
  const { pending } = useFormStatus()
  return (
    <Button
      type="submit"
      disabled={pending || disabled}
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
