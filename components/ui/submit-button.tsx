'use client'

import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'

/**
 * The button that sends its form; while the answer is awaited it is off and ends in "…", so that a second
 * press sends nothing. Without JavaScript it is an ordinary submit button.
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
