'use server'

import { refresh } from 'next/cache'
import { notFound, redirect } from 'next/navigation'
import { type FormState, press } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { endCertificateLink, shareCertificate } from '@/lib/certificates/commands'

export async function share(
  id: string,
  _state: FormState<string>,
  form: FormData,
): Promise<FormState<string>> {
  const { developer } = await requireApplication(id, 'certificates')
  return press(form, async () => {
    const shared = await shareCertificate(id, developer.actor)
    if (!shared.ok) notFound()
    refresh()
    return { value: shared.value }
  })
}

export async function end(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireApplication(id, 'certificates')
  return press(form, async () => {
    const ended = await endCertificateLink(id, developer.actor)
    return ended.ok ? redirect(`/applications/${id}/certificate?done=ended`) : notFound()
  })
}
