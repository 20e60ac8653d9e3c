'use client'

import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'name' | 'value'> & { intent: string }

/** As `SubmitButton`, for a form with several: while waiting for the response, only the pressed one ends in "…". */
export function IntentButton({ intent, children, ...rest }: Props) {
  const { pending, data } = useFormStatus()
  const isPressed = pending && data.get('intent') === intent
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      aria-disabled={pending || undefined}
      onClick={(event) => pending && event.preventDefault()}
      aria-busy={isPressed || undefined}
      {...rest}
    >
      <span>
        {children}
        {isPressed && <span aria-hidden="true">…</span>}
      </span>
    </Button>
  )
}
