'use server'

import { type FormState, requireTexts } from '@/app/_request/action'
import { runAdminAction } from '@/app/_request/admin-action'
import { reasonSchema } from '@/lib/developers/reason'
import { openSupportView } from '@/lib/lifecycle/support-view'

export async function openView(id: string, _state: FormState, form: FormData): Promise<FormState> {
  requireTexts(id)
  const page = `/administration/applications/${encodeURIComponent(id)}/support`
  const about = [{ type: 'application', id } as const]
  const act = { act: 'support.openView', page, about } as const
  return runAdminAction(form, act, reasonSchema, 'support', openSupportView.bind(null, id))
}
