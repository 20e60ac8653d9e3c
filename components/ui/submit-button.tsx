'use client'

import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'

/**
 * The submit button of a form; while waiting for the response it is disabled and ends in "…", so that a second press
 * sends nothing. Without JavaScript it is a plain submit button.
 */
export function SubmitButton({ children, disabled, ...rest }: Omit<ComponentProps<typeof Button>, 'type'>) {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" disabled={pending || disabled} aria-busy={pending || undefined} {...rest}>
      <span>
        {children}
        {pending && <span aria-hidden="true">…</span>}
      </span>
    </Button>
  )
}
