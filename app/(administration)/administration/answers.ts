import { getTranslations } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import { keepDraft } from '@/app/_request/draft'
import { requireAdministrator, requireConfirmation } from '@/app/_request/session'
import type { Messages } from '@/messages'

/** What stood in the way, above the form. */
export async function refusal(reason: keyof Messages['administration']['errors']): Promise<FormState> {
  return { error: (await getTranslations('administration.errors'))(reason) }
}

/** The administrator as commands take them. */
export async function requireActor() {
  const administrator = await requireAdministrator()
  return { administrator, actor: { id: administrator.id, role: 'administrator' } as const }
}

/** The same, once it is confirmed that it is them; what was typed is there again when they come back to `page`. */
export async function requireConfirmedActor(page: string, form: FormData) {
  const { administrator, actor } = await requireActor()
  await keepDraft(administrator, page, form)
  requireConfirmation(administrator, page)
  return actor
}
