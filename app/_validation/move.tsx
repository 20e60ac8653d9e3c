import type { ReactNode } from 'react'
import { PlainForm } from '@/components/ui/stage-form'
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
    <PlainForm action={action} className="grid gap-2 border-line border-t pt-4">
      <p className="text-muted">{hint}</p>
      <SubmitButton variant="secondary" className="justify-self-start">
        {button}
      </SubmitButton>
    </PlainForm>
  )
}
