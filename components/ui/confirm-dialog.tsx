'use client'

import { type ReactNode, use, useEffect, useId, useRef } from 'react'
import { PasskeyCeremony, type PasskeyOptions } from '@/components/passkey-ceremony'
import { Button, ButtonLink } from '@/components/ui/button'
import {
  type Confirmation,
  type FormAction,
  FormContext,
  FormStage,
  type FormState,
  StageForm,
} from '@/components/ui/form-state'
import { PasswordControl } from '@/components/ui/password-control'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'

type End = (state: FormState<unknown>) => void
type Confirm = FormAction<FormState<unknown>>

/** They confirm, and then perform the act: their value is what it returned. `settle` needs no confirmation. */
export type ConfirmActions = {
  confirm: Confirm
  begin: (form: FormData) => Promise<FormState<PasskeyOptions>>
  confirmWithPasskey: Confirm
  settle: Confirm
}

type Props = { asked: Confirmation; onEnd: End; actions: ConfirmActions }

/** Asks who someone is in front of the form that they posted, and then has that performed. */
export default function ConfirmDialog({ asked, onEnd, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const { id, warning, username, labels, providerLink } = asked
  const act = <input type="hidden" name="act" value={id} />
  const cancel = (
    <Button type="button" variant="quiet" onClick={() => dialog.current?.close()}>
      {labels.cancel}
    </Button>
  )
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onClose={() => {
        const form = new FormData()
        form.set('act', id)
        form.set('intent', 'cancel')
        void actions.settle({}, form)
        onEnd({})
      }}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl border border-line bg-surface p-6 text-ink shadow-lifted backdrop:bg-black/40"
    >
      <div className="grid gap-5">
        <h2 id={title} className="text-lg [overflow-wrap:anywhere]">
          {asked.title}
        </h2>
        {warning && <p className="text-muted text-sm">{warning}</p>}
        {labels.passkey && (
          <Step action={actions.confirmWithPasskey} onEnd={onEnd}>
            <PasskeyCeremony
              begin={actions.begin}
              button={labels.passkey}
              variant="primary"
              problem={labels.problem}
              cancelled={labels.cancelled}
              known={labels.known}
            >
              {act}
            </PasskeyCeremony>
          </Step>
        )}
        {labels.passkey && (labels.password || labels.provider) && (
          <p className="text-muted text-sm">{labels.or}</p>
        )}
        {labels.provider && (
          <div>
            <ButtonLink href={providerLink} variant="secondary">
              {labels.provider}
            </ButtonLink>
          </div>
        )}
        {labels.password || warning ? (
          <Step action={warning ? actions.settle : actions.confirm} onEnd={onEnd}>
            <StageForm problem={labels.problem} className="gap-5">
              {act}
              {labels.code && <p className="text-muted text-sm">{labels.either}</p>}
              {labels.password && (
                <>
                  <input
                    type="email"
                    name="username"
                    value={username}
                    autoComplete="username"
                    readOnly
                    hidden
                  />
                  <PasswordControl
                    name="password"
                    label={labels.password}
                    autoComplete="current-password"
                    showLabel={labels.show}
                    hideLabel={labels.hide}
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
              <div className="flex flex-wrap gap-3">
                <SubmitButton>{labels.button}</SubmitButton>
                {cancel}
              </div>
            </StageForm>
          </Step>
        ) : (
          <div>{cancel}</div>
        )}
      </div>
    </dialog>
  )
}

type StepProps = { action: Confirm; onEnd: End; children: ReactNode }

/** One way to confirm, which ends the dialog with what the act returned. */
function Step({ action, onEnd, children }: StepProps) {
  return (
    <FormStage action={action}>
      {children}
      <Outcome onEnd={onEnd} />
    </FormStage>
  )
}

function Outcome({ onEnd }: { onEnd: End }) {
  const { value } = use(FormContext).state
  useEffect(() => {
    if (value) onEnd(value)
  }, [value, onEnd])
  return null
}
