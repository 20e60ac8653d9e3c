'use client'

import { type ComponentProps, use, useEffect, useRef, useState } from 'react'
import { FormContext, FormFrame } from '@/components/ui/form-state'
import { dropSent, fillKept, keepableFields, keepForm } from '@/components/ui/kept-form'
import { type Lost, LostNotice } from '@/components/ui/lost-form'
import { useSubmit } from '@/components/ui/stage-form'

/**
 * A form with files, which a route receives and leads to a page. Where the portal does not answer it stays as it was,
 * its files too; an answer that leads nowhere is a page of the portal's own, for which the browser sends it by itself.
 */
export function RouteForm({ children, ...rest }: Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'>) {
  const { person } = use(FormFrame)
  const form = useRef<HTMLFormElement>(null)
  const byBrowser = useRef(false)
  const [sending, setSending] = useState(false)
  const [lost, setLost] = useState<Lost>()
  useEffect(() => {
    if (form.current) fillKept(form.current, person)
  }, [person])
  const { submit, again, pressed } = useSubmit(async (fields, target) => {
    setSending(true)
    const answer = await post(target.action, fields)
    if (answer instanceof Response) {
      if (answer.redirected) dropSent(person)
      if (answer.status === 401) keepForm(person, keepableFields(target))
      const next = answer.redirected ? answer.url : answer.headers.get('location')
      if (next) return location.assign(next)
      byBrowser.current = true
      return again()
    }
    setSending(false)
    setLost(answer)
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
      <FormContext value={{ state: {}, sending, replaced: lost && !sending ? pressed : undefined }}>
        {children}
      </FormContext>
      {lost && !sending && <LostNotice lost={lost} again={again} safe />}
    </form>
  )
}

/** The portal's answer, where it is one. */
async function post(action: string, body: FormData): Promise<Response | Lost> {
  const answer = await fetch(action, { method: 'POST', body }).catch(() => null)
  if (!answer) return 'unreached'
  return answer.headers.has('x-request-id') ? answer : 'intercepted'
}
