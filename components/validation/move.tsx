import type { ReactNode } from 'react'
import { SubmitButton } from '@/components/ui/submit-button'

/** A button with what it does. */
export function Move({
  action,
  hint,
  button,
}: {
  action: () => Promise<void>
  hint: ReactNode
  button: string
}) {
  return (
    <form action={action} className="grid gap-2 border-line border-t pt-4">
      <p className="text-muted">{hint}</p>
      <SubmitButton variant="secondary" className="justify-self-start">
        {button}
      </SubmitButton>
    </form>
  )
}
