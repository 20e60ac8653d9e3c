'use client'

import { useId, useLayoutEffect, useRef } from 'react'
import { PasskeyCeremony } from '@/components/passkey-ceremony'
import { BoundForm } from '@/components/ui/bound-form'
import { Button } from '@/components/ui/button'
import { ConfirmFields, ConfirmHeading, ProviderButton } from '@/components/ui/confirm-fields'
import type { BeginPasskey, Confirmation } from '@/components/ui/form-state'
import { confirmingField } from '@/components/ui/hidden-field-names'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = { asked: Confirmation; begin?: BeginPasskey; onCancel: () => void }

/**
 * Asks in front of the form that was posted. The context around it posts that form again, with what is entered here.
 */
export default function ConfirmDialog({ asked, begin, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closed while it is still in the document, it gives the focus back.
    return () => shown?.close()
  }, [])
  const { labels } = asked
  const passkey = begin && labels.passkey
  const cancel = (
    <Button variant="quiet" onClick={() => dialog.current?.close()}>
      {labels.cancel}
    </Button>
  )
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onClose={onCancel}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl border border-line bg-surface p-6 text-ink shadow-lifted backdrop:bg-black/40"
    >
      <div className="grid gap-5">
        <ConfirmHeading id={title} asked={asked} />
        {passkey && (
          <PasskeyCeremony
            begin={begin}
            button={passkey}
            variant={asked.irreversible ? 'secondary' : 'primary'}
            problem={labels.problem}
            cancelled={labels.cancelled}
            known={labels.known}
          >
            <input type="hidden" name={confirmingField} value="yes" />
          </PasskeyCeremony>
        )}
        {passkey && (labels.password || labels.provider) && <p className="text-muted text-sm">{labels.or}</p>}
        <ProviderButton asked={asked} />
        {labels.password || !(passkey || labels.provider) ? (
          <BoundForm problem={labels.problem} className="gap-5">
            <ConfirmFields asked={asked} />
            <div className="flex flex-wrap gap-3">
              <SubmitButton variant={asked.irreversible ? 'danger' : 'primary'}>{labels.button}</SubmitButton>
              {cancel}
            </div>
          </BoundForm>
        ) : (
          <div>{cancel}</div>
        )}
      </div>
    </dialog>
  )
}
