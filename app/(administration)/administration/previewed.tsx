'use client'

import { type ReactNode, use, useEffect, useRef } from 'react'
import { FormContext } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = {
  /** What was typed as readers will see it, once it was posted; null before. */
  preview: ReactNode
  /** Whom it reaches, in a sentence, and in short for the button. */
  how: ReactNode
  texts: Record<'back' | 'publish' | 'people', string>
  /** The fields of the form, which stay in it under the preview: what is published is what was posted and shown. */
  children: ReactNode
}

/** The fields of a form that publishes, or in their place the preview that it shows first. */
export function PublishPreview({ preview, how, texts, children }: Props) {
  const { answer } = use(FormContext)
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(!!preview)
  useEffect(() => {
    // The button that was pressed is gone.
    if (before.current !== !!preview && !answer?.error && !answer?.errors) place.current?.focus()
    before.current = !!preview
  }, [preview, answer])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {preview && (
        <div className="grid gap-6">
          <div className="grid items-start gap-6 lg:grid-cols-2">{preview}</div>
          <p id="people" className="text-muted text-sm">
            {how}
          </p>
          <div className="flex flex-wrap gap-3">
            <SubmitButton name="intent" value="publish" aria-describedby="people">
              {texts.publish}
              <span aria-hidden="true"> · {texts.people}</span>
            </SubmitButton>
            <SubmitButton variant="quiet" name="intent" value="back">
              {texts.back}
            </SubmitButton>
          </div>
        </div>
      )}
      <div hidden={!!preview}>{children}</div>
    </div>
  )
}
