'use client'

import { type ComponentProps, useActionState } from 'react'
import { RecoveryCodes } from '@/components/recovery-codes'
import { ErrorSummary } from '@/components/ui/error-summary'
import { SubmitButton } from '@/components/ui/submit-button'
import { renewCodes } from './actions'

type Labels = ComponentProps<typeof RecoveryCodes>['labels'] & { button: string; problem: string }

export function NewCodesForm({ labels }: { labels: Labels }) {
  const [{ error, value: codes }, action] = useActionState(renewCodes, {})
  if (codes) return <RecoveryCodes codes={codes} next="/account?kept" labels={labels} />
  return (
    <form action={action} className="grid gap-4">
      <ErrorSummary title={labels.problem} error={error} />
      <div>
        <SubmitButton variant="secondary">{labels.button}</SubmitButton>
      </div>
    </form>
  )
}
