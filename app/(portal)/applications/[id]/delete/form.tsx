'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { ButtonLink } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  /** Where to go when it is kept. */
  home: string
  labels: Record<'question' | 'body' | 'confirm' | 'keep' | 'problem', string>
}

export function DeleteForm({ action, home, labels }: Props) {
  const [{ error }, post] = useActionState(action, {})
  return (
    <Form action={post} className="max-w-prose">
      <ErrorSummary title={labels.problem} error={error} />
      <Notice tone="danger" title={labels.question}>
        {labels.body}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="danger">{labels.confirm}</SubmitButton>
        <ButtonLink href={home} variant="secondary">
          {labels.keep}
        </ButtonLink>
      </div>
    </Form>
  )
}
