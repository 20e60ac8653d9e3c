'use server'

import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, submitForm } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { forceNavigation } from '@/app/_request/return-path'
import { withdrawRequest } from '@/lib/requests/commands'
import { requestLimit } from '@/lib/requests/request-limit'
import { limitRequestSchema } from '@/lib/requests/schema'

const messages = 'limits.errors'

export async function requestHigherLimit(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'limits')
  return submitForm(form, limitRequestSchema, messages, async (input) => {
    const result = await requestLimit(id, input, developer.actor)
    if (result.ok) redirect(pageOf(id, 'requested'))
    const t = await getTranslations(messages)
    if (result.reason === 'throttled') return { error: t('throttled', { seconds: result.waitSeconds }) }
    return result.reason === 'not_higher'
      ? { errors: { callsPerMinute: t('not_higher') } }
      : { error: t(result.reason) }
  })
}

export async function withdrawLimitRequest(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'limits')
  return pressForm(form, async () => {
    const result = await withdrawRequest('limits', id, developer.actor)
    if (result.ok) redirect(pageOf(id, 'withdrawn'))
    if (result.reason === 'not_found') notFound()
    return { error: (await getTranslations(messages))(result.reason) }
  })
}

function pageOf(id: string, done: string): string {
  return forceNavigation(`/applications/${id}/traffic?done=${done}#limit`)
}
