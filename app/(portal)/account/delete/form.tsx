'use client'

import { useActionState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { deleteOwnAccount } from './actions'

type Labels = Record<'email' | 'button' | 'keep' | 'problem', string>

type Props = {
  labels: Labels
  /** before a confirmation on the way */
  typed: Record<string, string>
}

export function DeleteAccountForm({ labels, typed }: Props) {
  const [{ errors, error, values }, action] = useActionState(deleteOwnAccount, { values: typed })
  return (
    <Form action={action} className="max-w-prose">
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <TextInput
        name="email"
        type="email"
        label={labels.email}
        error={errors?.email}
        defaultValue={values?.email}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="danger">{labels.button}</SubmitButton>
        <ButtonLink href="/account" variant="secondary">
          {labels.keep}
        </ButtonLink>
      </div>
    </Form>
  )
}
