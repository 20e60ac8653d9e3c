import type { ReactNode } from 'react'
import { Shown } from '@/app/_request/shown'
import { ActionForm } from '@/components/ui/action-form'
import type { FormAction } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = {
  submission: { id: string; version: number }
  action: FormAction
  hint: ReactNode
  button: string
}

/** A button with what it does. */
export function Move({ submission, action, hint, button }: Props) {
  const { id, version } = submission
  return (
    <ActionForm action={action} className="grid gap-2">
      <Shown of={[id, version]} />
      <p className="text-muted">{hint}</p>
      <SubmitButton variant="secondary" className="justify-self-start">
        {button}
      </SubmitButton>
    </ActionForm>
  )
}
