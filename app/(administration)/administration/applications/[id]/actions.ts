'use server'

import { getTranslations } from 'next-intl/server'
import { formAction } from '@/app/_request/form-action'
import { forceNavigation } from '@/app/_request/return-path'
import { withQuery } from '@/components/query'
import { appointOwner } from '@/lib/applications/team'
import { openForSupport } from '@/lib/lifecycle/support-view'
import { reinstateApplication, suspendApplication } from '@/lib/lifecycle/suspend-application'
import { changeLimit } from '@/lib/limits/commands'

const shared = {
  messages: 'administration.errors',
  stays: true,
} as const

type Id = [id: string]

export const suspendOperated = formAction<typeof suspendApplication, Id>(suspendApplication, {
  ...shared,
  question: { title: 'administration.questions.suspend' },
  to: (_, { bound: [id] }) => pageOf(id, 'suspended'),
})

export const reinstateOperated = formAction<typeof reinstateApplication, Id>(reinstateApplication, {
  ...shared,
  question: { title: 'administration.questions.reinstate' },
  to: (_, { bound: [id] }) => pageOf(id, 'reinstated'),
})

export const appointApplicationOwner = formAction<typeof appointOwner, Id>(appointOwner, {
  ...shared,
  question: { title: 'administration.questions.appointOwner' },
  to: (_, { bound: [id] }) => pageOf(id, 'appointed'),
})

/** Opens a request of its team's for this administrator. */
export const openRequest = formAction<typeof openForSupport, [id: string, requestId: string]>(
  openForSupport,
  {
    ...shared,
    fields: ({ form, bound: [, requestId] }) => ({ reason: form.get('reason'), requestId }),
    question: { title: 'administration.questions.openRequest' },
    to: (_, { bound: [id, requestId] }) =>
      `/administration/applications/${id}/requests/${requestId}?done=support`,
  },
)

export const saveLimit = formAction<typeof changeLimit, [id: string]>(changeLimit, {
  messages: 'limits.errors',
  question: { title: 'limits.question' },
  to: (_, { bound: [id] }) => forceNavigation(pageOf(id, 'limit')),
  stays: true,
  async refuse({ reason }) {
    if (reason !== 'own_application') return undefined
    return { error: (await getTranslations('administration.errors'))(reason) }
  },
})

function pageOf(id: string, done: string): string {
  return withQuery(`/administration/applications/${id}`, { done })
}
