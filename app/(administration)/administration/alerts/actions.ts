'use server'

import { conclude, type FormState, pressForm } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { resolveAlert } from '@/lib/usage/open-alerts'

export async function resolveOpenAlert(id: string, _state: FormState, form: FormData) {
  const { administrator: developer, actor } = await requireActor()
  return pressForm(form, () =>
    confirmed({ developer, act: 'alerts.resolveOpenAlert', about: [] }, form, async () =>
      conclude(await resolveAlert(id, actor), refusal, '/administration/alerts?done=resolved'),
    ),
  )
}
