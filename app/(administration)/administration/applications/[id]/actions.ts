'use server'

import { type FormState, requireTexts } from '@/app/_request/action'
import type { ActIn } from '@/app/_request/acts'
import { refusal, runAdminAction } from '@/app/_request/admin-action'
import { formAction } from '@/app/_request/form-action'
import { forceNavigation } from '@/app/_request/return-path'
import { appointOwner } from '@/lib/applications/appoint-owner'
import { reasonSchema } from '@/lib/developers/reason'
import { openForSupport } from '@/lib/lifecycle/support-view'
import { reinstateApplication, suspendApplication } from '@/lib/lifecycle/suspend-application'
import { changeLimit } from '@/lib/limits/commands'

export async function suspendOperated(id: string, _state: FormState, form: FormData) {
  const act = actOn(id, 'suspendOperated')
  return runAdminAction(form, act, reasonSchema, 'suspended', suspendApplication.bind(null, id))
}

export async function reinstateOperated(id: string, _state: FormState, form: FormData) {
  const act = actOn(id, 'reinstateOperated')
  return runAdminAction(form, act, reasonSchema, 'reinstated', reinstateApplication.bind(null, id))
}

export const appointApplicationOwner = formAction<typeof appointOwner, [id: string]>(appointOwner, {
  messages: 'administration.errors',
  question: { title: 'administration.questions.appointOwner' },
  to: (_, { bound: [id] }) => `/administration/applications/${id}?done=appointed`,
})

/** Opens a request of its team's for this administrator. */
export async function openRequest(id: string, request: string, _state: FormState, form: FormData) {
  requireTexts(id, request)
  const page = `${pageOf(id)}/requests/${encodeURIComponent(request)}`
  const act = { ...actOn(id, 'openRequest'), page }
  return runAdminAction(form, act, reasonSchema, 'support', openForSupport.bind(null, id, request))
}

export const saveLimit = formAction<typeof changeLimit, [id: string]>(changeLimit, {
  messages: 'limits.errors',
  question: { title: 'limits.question' },
  to: (_, { bound: [id] }) => forceNavigation(`${pageOf(id)}?done=limit`),
  refuse: ({ reason }) => refusal(reason as 'own_application'),
})

function pageOf(id: string): string {
  requireTexts(id)
  return `/administration/applications/${encodeURIComponent(id)}`
}

function actOn(id: string, name: ActIn<'operatedApplication'>) {
  const about = [{ type: 'application', id } as const]
  return { act: `operatedApplication.${name}`, page: pageOf(id), about } as const
}
