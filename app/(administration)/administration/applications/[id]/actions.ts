'use server'

import { redirect } from 'next/navigation'
import { type FormState, submit } from '@/app/_request/action'
import { requireConfirmation } from '@/app/_request/session'
import { reinstateApplication, suspendApplication } from '@/lib/credentials/suspend-application'
import { reasonSchema } from '@/lib/developers/reason'
import { refusal, requireActor } from '../../answers'

const messages = 'administration.errors'

export async function suspend(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireConfirmedActor(id)
  return submit({
    form,
    schema: reasonSchema,
    messages,
    async run(input) {
      const result = await suspendApplication(id, input, actor)
      if (!result.ok) return refusal(result.reason)
      redirect(`${pageOf(id)}?done=suspended`)
    },
  })
}

export async function reinstate(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireConfirmedActor(id)
  return submit({
    form,
    schema: reasonSchema,
    messages,
    async run(input) {
      const result = await reinstateApplication(id, input, actor)
      if (!result.ok) return refusal(result.reason)
      redirect(`${pageOf(id)}?done=reinstated`)
    },
  })
}

async function requireConfirmedActor(id: string) {
  const { administrator, actor } = await requireActor()
  requireConfirmation(administrator, pageOf(id))
  return actor
}

function pageOf(id: string): string {
  return `/administration/applications/${encodeURIComponent(id)}`
}
