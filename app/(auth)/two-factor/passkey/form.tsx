'use client'

import { type ReactNode, useActionState } from 'react'
import { NarrowPage } from '@/components/narrow-page'
import { PasskeyForm, type PasskeyLabels } from '@/components/passkey-form'
import { RecoveryCodes, type RecoveryCodesLabels } from '@/components/recovery-codes'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { addPasskey, beginPasskey } from './actions'

type Label = 'title' | 'lead' | 'addedTitle' | 'name' | 'nameHint' | 'without' | 'instead'

type Props = {
  next: string
  /** A name to begin with: the browser and system at hand. */
  suggested: string
  /** Where the other kind of factor is set up; null when it is. */
  instead: string | null
  labels: Record<Label, string> & PasskeyLabels & RecoveryCodesLabels
  /** Shown instead of the form, where something comes first. */
  children: ReactNode
}

export function NewPasskeyForm({ next, suggested, instead, labels, children }: Props) {
  const [state, post] = useActionState(addPasskey, {})
  if (state.value)
    return (
      <NarrowPage title={labels.addedTitle}>
        <RecoveryCodes codes={state.value} next={next} labels={labels} />
      </NarrowPage>
    )
  if (children) return children
  return (
    <NarrowPage
      title={labels.title}
      lead={labels.lead}
      after={instead && <TextLink href={instead}>{labels.instead}</TextLink>}
    >
      <noscript>{labels.without}</noscript>
      <PasskeyForm begin={beginPasskey} post={post} state={state} labels={labels}>
        {(errors) => (
          <TextInput
            name="name"
            label={labels.name}
            hint={labels.nameHint}
            error={errors.name}
            defaultValue={state.values?.name ?? suggested}
            maxLength={60}
            autoComplete="off"
            required
          />
        )}
      </PasskeyForm>
    </NarrowPage>
  )
}
