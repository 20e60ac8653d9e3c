'use server'

import { redirect } from 'next/navigation'
import { type FormState, press } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { resolveAlert } from '@/lib/usage/open-alerts'

export async function handle(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireActor()
  return press(form, async () => {
    const result = await resolveAlert(id, actor)
    if (!result.ok) return refusal(result.reason)
    redirect('/administration/alerts?done=resolved')
  })
}
