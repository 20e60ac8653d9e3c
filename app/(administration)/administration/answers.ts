import { getTranslations } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import { keepDraft } from '@/app/_request/draft'
import { requireAdministrator, requireConfirmation } from '@/app/_request/session'
import type { Messages } from '@/messages'

/** The reason for a refusal, shown above the form. */
export async function refusal(reason: keyof Messages['administration']['errors']): Promise<FormState> {
  return { error: (await getTranslations('administration.errors'))(reason) }
}

/** The administrator, as commands expect them. */
export async function requireActor() {
  const administrator = await requireAdministrator()
  return { administrator, actor: { id: administrator.id, role: 'administrator' } as const }
}

/** The same, after a confirmation; what was typed is restored when they return to `page`. */
export async function requireConfirmedActor(page: string, form: FormData) {
  const { administrator, actor } = await requireActor()
  await keepDraft(administrator, page, form)
  requireConfirmation(administrator, page)
  return actor
}
