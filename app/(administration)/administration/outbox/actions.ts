'use server'

import { redirect } from 'next/navigation'
import { type FormState, press } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { sendAgain } from '@/lib/mail/outbox'

export async function sendMailAgain(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireActor()
  return press(form, async () => {
    const result = await sendAgain(id, actor)
    if (!result.ok) return refusal(result.reason)
    redirect('/administration/outbox?done=again')
  })
}
