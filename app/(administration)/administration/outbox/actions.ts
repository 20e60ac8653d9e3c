'use server'

import { conclude, type FormState, pressForm } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { sendAgain } from '@/lib/mail/outbox'

export async function sendMailAgain(id: string, _state: FormState, form: FormData) {
  const { actor } = await requireActor()
  return pressForm(form, async () =>
    conclude(await sendAgain(id, actor), refusal, '/administration/outbox?done=again'),
  )
}
