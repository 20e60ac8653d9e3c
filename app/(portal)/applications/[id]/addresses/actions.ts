'use server'

import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, requireForm, submitForm } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { confirmed } from '@/app/_request/confirmed'
import { networksSchema, readNetworks } from '@/lib/networks/schema'
import { changeNetworks } from '@/lib/requests/change-networks'
import { withdrawRequest } from '@/lib/requests/commands'
import type { RefusalOf } from '@/lib/result'
import { describeOutcome, describeProblem } from './describe-outcome'
import type { PreviewedList } from './outcome'
import { addSuggestions } from './suggestions'

const messages = 'networks.errors'

/** Previews a list, then saves the one that was previewed: changed in between, it is previewed again. */
export async function changeOwnNetworks(id: string, _state: FormState<PreviewedList>, given: FormData) {
  const form = addSuggestions(requireForm(given))
  const { developer, application } = await requireOwnList(id)
  return submitForm<typeof networksSchema, PreviewedList>(
    form,
    networksSchema,
    messages,
    async ({ networks, intent, previewed, reason }) => {
      const read = readNetworks(networks)
      if ('problem' in read) return { errors: { networks: await describeProblem(read.problem) } }
      const value = await describeOutcome(application, read.networks)
      if (intent === 'preview' || previewed !== value.previewed) return { value }
      const about = [{ type: 'application', id } as const]
      const act = {
        developer,
        act: 'addresses.changeOwnNetworks',
        about,
      } as const
      // With what was previewed, which the form that comes back with a question holds.
      const state = await confirmed<PreviewedList>(act, form, async () => {
        const result = await changeNetworks(id, { ...read, reason }, developer.actor)
        return result.ok ? finish(id, result.value) : refuse(result, value)
      })
      return { value, ...state }
    },
  )
}

async function refuse(result: RefusalOf<typeof changeNetworks>, value: PreviewedList) {
  const t = await getTranslations(messages)
  if (result.reason === 'reason_required') return { value, errors: { reason: t(result.reason) } }
  return { error: t(result.reason, 'waitSeconds' in result ? { seconds: result.waitSeconds } : {}) }
}

export async function withdrawListRequest(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'networks')
  return pressForm(form, async () => {
    const result = await withdrawRequest('networks', id, developer.actor)
    if (result.ok) finish(id, 'withdrawn')
    if (result.reason === 'not_found') notFound()
    return { error: (await getTranslations(messages))(result.reason) }
  })
}

/** Saving where an application may be called from requires what rotating its client secret does. */
async function requireOwnList(id: string) {
  const found = await requireApplication(id, 'networks')
  if (found.application.environment !== 'production') notFound()
  return found
}

function finish(id: string, done: 'saved' | 'requested' | 'withdrawn'): never {
  redirect(`${pageOf(id)}?done=${done}`)
}

function pageOf(id: string): string {
  return `/applications/${id}/addresses`
}
