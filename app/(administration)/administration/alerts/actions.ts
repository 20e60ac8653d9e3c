'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { type FormState, submit } from '@/app/_request/action'
import { resolveAlert } from '@/lib/usage/open-alerts'
import { refusal, requireActor } from '../answers'

export async function handle(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireActor()
  return submit({
    form,
    schema: z.object({}),
    messages: 'administration.errors',
    async run() {
      const result = await resolveAlert(id, actor)
      if (!result.ok) return refusal(result.reason)
      redirect('/administration/alerts?done=resolved')
    },
  })
}
