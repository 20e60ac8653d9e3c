'use server'

import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'

export async function startOwnRehearsal(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'rehearsals')
  return pressForm(form, async () => finish(id, 'started', await startRehearsal(id, developer.actor)))
}

export async function endOwnRehearsal(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'rehearsals')
  return pressForm(form, async () => finish(id, 'ended', await endRehearsal(id, developer.actor)))
}

type Outcome = Awaited<ReturnType<typeof startRehearsal | typeof endRehearsal>>

async function finish(id: string, done: 'started' | 'ended', result: Outcome): Promise<FormState> {
  if (result.ok) redirect(`/applications/${id}/rehearsal?done=${done}`)
  if (result.reason === 'not_found') notFound()
  return { error: (await getTranslations('rehearsal.errors'))(result.reason) }
}
