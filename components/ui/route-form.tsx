'use client'

import { type ComponentProps, use, useEffect, useRef, useState } from 'react'
import { useSubmit } from '@/components/ui/bound-form'
import { discardSentDraft, draftFields, restoreFormDraft, saveFormDraft } from '@/components/ui/form-draft'
import { FormContext, FormTextsContext } from '@/components/ui/form-state'
import { type SubmitFailure, SubmitFailureNotice } from '@/components/ui/submit-failure'

/**
 * A form with files, which a route receives and leads to a page. Where the portal does not answer it stays as it was,
 * its files too; an answer that leads nowhere is a page of the portal's own, for which the browser sends it by itself.
 */
export function RouteForm({ children, ...rest }: Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'>) {
  const { person } = use(FormTextsContext)
  const form = useRef<HTMLFormElement>(null)
  const byBrowser = useRef(false)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<SubmitFailure>()
  useEffect(() => {
    if (form.current) restoreFormDraft(form.current, person)
  }, [person])
  const { submit, again, pressed } = useSubmit(async (fields, target) => {
    setSending(true)
    const answer = await post(target.action, fields)
    if (answer instanceof Response) {
      if (answer.redirected) discardSentDraft(person)
      if (answer.status === 401) saveFormDraft(person, draftFields(target))
      const next = answer.redirected ? answer.url : answer.headers.get('location')
      if (next) return location.assign(next)
      byBrowser.current = true
      return again()
    }
    setSending(false)
    setFailure(answer)
  }, sending)
  return (
    <form
      {...rest}
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => byBrowser.current || submit(event)}
    >
      <FormContext value={{ state: {}, sending, replaced: failure && !sending ? pressed : undefined }}>
        {children}
      </FormContext>
      {failure && !sending && <SubmitFailureNotice failure={failure} again={again} safe />}
    </form>
  )
}

/** The portal's answer, where it is one. */
async function post(action: string, body: FormData): Promise<Response | SubmitFailure> {
  const answer = await fetch(action, { method: 'POST', body }).catch(() => null)
  if (!answer) return 'network_error'
  return answer.headers.has('x-request-id') ? answer : 'unexpected_response'
}
