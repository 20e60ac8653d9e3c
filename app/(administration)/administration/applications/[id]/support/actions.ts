'use server'

import type { FormState } from '@/app/_request/action'
import { runAdminAction } from '@/app/_request/admin-action'
import { reasonSchema } from '@/lib/developers/reason'
import { openSupportView } from '@/lib/lifecycle/support-view'

export async function open(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const page = `/administration/applications/${encodeURIComponent(id)}/support`
  return runAdminAction(form, page, reasonSchema, 'support', openSupportView.bind(null, id))
}
