'use server'

import { getTranslations } from 'next-intl/server'
import { formAction } from '@/app/_request/form-action'
import { forceNavigation } from '@/app/_request/return-path'
import { requestCommands } from '@/lib/quota-requests/commands'

const { send, withdraw } = requestCommands.limits
const messages = 'limits.errors'

type Id = [applicationId: string]

export const requestHigherLimit = formAction<typeof send, Id>(send, {
  messages,
  to: (done, { bound }) => pageOf(bound, done),
  async refuse({ reason }) {
    if (reason !== 'not_higher') return undefined
    return { errors: { callsPerMinute: (await getTranslations(messages))(reason) } }
  },
})

export const withdrawLimitRequest = formAction<typeof withdraw, Id>(withdraw, {
  messages,
  to: (_, { bound }) => pageOf(bound, 'withdrawn'),
})

function pageOf([id]: Id, done: string): string {
  return forceNavigation(`/applications/${id}/traffic?done=${done}#limit`)
}
