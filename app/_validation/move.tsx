import type { ReactNode } from 'react'
import { ActionForm } from '@/components/ui/action-form'
import type { FormAction } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'

/** A button with what it does. */
export function Move({ action, hint, button }: { action: FormAction; hint: ReactNode; button: string }) {
  return (
    <ActionForm action={action} className="grid gap-2">
      <p className="text-muted">{hint}</p>
      <SubmitButton variant="secondary" className="justify-self-start">
        {button}
      </SubmitButton>
    </ActionForm>
  )
}
