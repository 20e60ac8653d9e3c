'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { type FormState, submit } from '@/app/_request/action'
import { requireConfirmation } from '@/app/_request/session'
import { reinstateDeveloper, suspendDeveloper } from '@/lib/credentials/suspend-owner'
import { reasonSchema } from '@/lib/developers/reason'
import { resetSecondFactor } from '@/lib/developers/reset-factor'
import { lowerRole, lowerRoleSchema } from '@/lib/developers/roles'
import { refusal, requireActor } from '../../answers'

const messages = 'administration.errors'

export async function suspend(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireConfirmedActor(id)
  return submit({
    form,
    schema: reasonSchema,
    messages,
    async run(input) {
      const result = await suspendDeveloper(id, input, actor)
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
      const result = await reinstateDeveloper(id, input, actor)
      if (!result.ok) return refusal(result.reason)
      redirect(`${pageOf(id)}?done=reinstated`)
    },
  })
}

export async function changeRole(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireConfirmedActor(id)
  return submit({
    form,
    schema: lowerRoleSchema,
    messages,
    async run(input) {
      const result = await lowerRole(id, input, actor)
      if (!result.ok) return refusal(result.reason)
      redirect(`${pageOf(id)}?done=role`)
    },
  })
}

export async function resetFactor(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireConfirmedActor(id)
  return submit({
    form,
    schema: z.object({}),
    messages,
    async run() {
      const result = await resetSecondFactor(id, actor)
      if (!result.ok) return refusal(result.reason)
      redirect(`${pageOf(id)}?done=factor`)
    },
  })
}

async function requireConfirmedActor(id: string) {
  const { administrator, actor } = await requireActor()
  requireConfirmation(administrator, pageOf(id))
  return actor
}

function pageOf(id: string): string {
  return `/administration/developers/${encodeURIComponent(id)}`
}
