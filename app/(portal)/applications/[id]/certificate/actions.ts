'use server'

import { refresh } from 'next/cache'
import { notFound } from 'next/navigation'
import { formAction } from '@/app/_request/form-action'
import { revokeCertificateLink, shareCertificate } from '@/lib/certificates/certificate'

const messages = 'applications.certificate'

type Id = [id: string]

/** Shows the link, this once. */
export const shareLink = formAction<typeof shareCertificate, Id, string>(shareCertificate, {
  messages,
  show(value) {
    refresh()
    return { value }
  },
  refuse: () => notFound(),
})

export const endLink = formAction<typeof revokeCertificateLink, Id>(revokeCertificateLink, {
  messages,
  question: {
    title: 'applications.certificate.question',
    warning: 'applications.certificate.questionWarning',
  },
  to: (_, { bound: [id] }) => `/applications/${id}/certificate?done=ended`,
})
