'use client'

import { type ReactNode, useActionState } from 'react'
import { CodeInput } from '@/app/(auth)/code-input'
import { NarrowPage } from '@/components/narrow-page'
import { withQuery } from '@/components/query'
import { RecoveryCodes, type RecoveryCodesLabels } from '@/components/recovery-codes'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { turnOn } from './actions'

type Label =
  | 'title'
  | 'lead'
  | 'scan'
  | 'picture'
  | 'open'
  | 'setupKey'
  | 'code'
  | 'codeHint'
  | 'button'
  | 'problem'
  | 'onTitle'
  | 'passkey'

type Props = {
  /** What to set an authenticator up with; null once it is on. */
  setup: { key: string; address: string; picture: string } | null
  next: string
  labels: Record<Label, string> & RecoveryCodesLabels
  /** Shown instead of the form when it was on before. */
  children: ReactNode
}

export function TwoFactorForm({ setup, next, labels, children }: Props) {
  const [{ errors, error, value: codes }, action] = useActionState(turnOn, {})
  if (codes)
    return (
      <NarrowPage title={labels.onTitle}>
        <RecoveryCodes codes={codes} next={next} labels={labels} />
      </NarrowPage>
    )
  if (!setup) return children
  return (
    <NarrowPage
      title={labels.title}
      lead={labels.lead}
      after={<TextLink href={withQuery('/two-factor/passkey', { next })}>{labels.passkey}</TextLink>}
    >
      <Form action={action}>
        <ErrorSummary title={labels.problem} errors={errors} error={error} />
        <div className="grid gap-4">
          <p className="text-sm">{labels.scan}</p>
          {/* White with a margin in both themes, or cameras do not find it. */}
          {/* biome-ignore lint/performance/noImgElement: a data address has nothing to optimise */}
          <img
            src={setup.picture}
            alt={labels.picture}
            width={208}
            height={208}
            className="rounded-lg border border-line bg-white"
          />
          <p className="text-sm">
            <a href={setup.address} className="font-medium text-accent underline underline-offset-4">
              {labels.open}
            </a>
          </p>
        </div>
        <TextInput name="setupKey" label={labels.setupKey} value={setup.key} readOnly mono />
        <CodeInput label={labels.code} hint={labels.codeHint} error={errors?.code} />
        <SubmitButton size="large">{labels.button}</SubmitButton>
      </Form>
    </NarrowPage>
  )
}
