'use server'

import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { formAction } from '@/app/_request/form-action'
import { requestCommands } from '@/lib/requests/commands'
import { describeOutcome } from './describe-outcome'
import type { PreviewedList } from './outcome'
import { readSuggestions } from './suggestions'

const { send, withdraw } = requestCommands.networks
const messages = 'networks.errors'

type Id = [applicationId: string]

/** Previews a list, then saves the one that was previewed: changed in between, it is previewed again. */
export const changeOwnNetworks = formAction<typeof send, Id, PreviewedList>(send, {
  messages,
  fields: ({ form }) => readSuggestions(form),
  question: { title: 'networks.question' },
  keeps: true,
  async instead({ form, bound: [id], input: { networks } }) {
    if (form.get('intent') === 'save' && form.get('previewed') === networks.join()) return undefined
    const { application } = await requireApplication(id, 'networks')
    return { value: await describeOutcome(application, networks) }
  },
  to: (done, { bound }) => pageOf(bound, done),
  async refuse({ reason }) {
    if (reason !== 'reason_required') return undefined
    return { errors: { reason: (await getTranslations(messages))(reason) } }
  },
})

export const withdrawListRequest = formAction<typeof withdraw, Id>(withdraw, {
  messages,
  to: (_, { bound }) => pageOf(bound, 'withdrawn'),
})

function pageOf([id]: Id, done: string): string {
  return `/applications/${id}/addresses?done=${done}`
}
