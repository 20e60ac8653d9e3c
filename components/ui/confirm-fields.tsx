'use client'

import { useId } from 'react'
import { ButtonLink } from '@/components/ui/button'
import type { Confirmation } from '@/components/ui/form-state'
import { confirmingField } from '@/components/ui/hidden-field-names'
import { PasswordControl } from '@/components/ui/password-control'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'

/** The question in the form itself, which came back without a script: at its end, where the window scrolls to it. */
export default function ConfirmHere({ asked }: { asked: Confirmation }) {
  const title = useId()
  return (
    <section
      aria-labelledby={title}
      className="grid w-full gap-5 rounded-2xl border border-line-strong bg-surface p-5 text-left text-ink"
    >
      <ConfirmHeading id={title} asked={asked} />
      {/* What was typed is on this page alone. */}
      <ProviderButton asked={asked} target="_blank" />
      <ConfirmFields asked={asked} autoFocus />
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant={asked.irreversible ? 'danger' : 'primary'} autoFocus={!asked.labels.password}>
          {asked.labels.button}
        </SubmitButton>
        <ButtonLink href={asked.page} variant="quiet">
          {asked.labels.cancel}
        </ButtonLink>
      </div>
    </section>
  )
}

export function ConfirmHeading({ id, asked }: { id: string; asked: Confirmation }) {
  return (
    <div className="grid gap-2">
      <h2 id={id} className="text-lg [overflow-wrap:anywhere]">
        {asked.title}
      </h2>
      {asked.warning && <p className="text-muted text-sm">{asked.warning}</p>}
    </div>
  )
}

export function ProviderButton({ asked, target }: { asked: Confirmation; target?: '_blank' }) {
  if (!asked.labels.provider) return null
  return (
    <div>
      <ButtonLink href={asked.providerLink} variant="secondary" target={target}>
        {asked.labels.provider}
      </ButtonLink>
    </div>
  )
}

/** What is posted with the form again: that it was asked, and a password or a code where that is asked for. */
export function ConfirmFields({ asked, autoFocus }: { asked: Confirmation; autoFocus?: boolean }) {
  const { labels, username } = asked
  return (
    <>
      <input type="hidden" name={confirmingField} value="yes" />
      {labels.code && <p className="text-muted text-sm">{labels.either}</p>}
      {labels.password && (
        <>
          <input type="email" name="username" value={username} autoComplete="username" readOnly hidden />
          <PasswordControl
            name="password"
            label={labels.password}
            autoComplete="current-password"
            showLabel={labels.show}
            hideLabel={labels.hide}
            autoFocus={autoFocus}
          />
        </>
      )}
      {labels.code && (
        <TextInput
          name="code"
          label={labels.code}
          hint={labels.codeHint}
          mono
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </>
  )
}
