'use server'

import { refresh } from 'next/cache'
import { notFound, redirect } from 'next/navigation'
import { type FormState, pressForm } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { confirmed } from '@/app/_request/confirmed'
import { endCertificateLink, shareCertificate } from '@/lib/certificates/commands'

export async function shareLink(id: string, _state: FormState<string>, form: FormData) {
  const { developer } = await requireApplication(id, 'certificates')
  return pressForm(form, async () => {
    const shared = await shareCertificate(id, developer.actor)
    if (!shared.ok) notFound()
    refresh()
    return { value: shared.value }
  })
}

export async function endLink(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'certificates')
  const page = `/applications/${id}/certificate`
  const about = [{ type: 'application', id }] as const
  const act = { developer, act: 'certificate.endLink', about } as const
  return pressForm(form, () =>
    confirmed(act, form, async () => {
      const ended = await endCertificateLink(id, developer.actor)
      return ended.ok ? redirect(`${page}?done=ended`) : notFound()
    }),
  )
}
