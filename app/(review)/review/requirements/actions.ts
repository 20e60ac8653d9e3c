'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, requireSameOrigin, submit } from '@/app/_request/action'
import { requireAdministrator } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { readDocumentName } from '@/lib/documents/name'
import {
  type Administrator,
  moveRequirement,
  retireRequirement,
  saveRequirement,
  setTemplate,
} from '@/lib/validation/requirements'
import { requirementSchema } from '@/lib/validation/schema'

/** Server actions carry 512 kB; a form or a letterhead to fill in is smaller. */
const templateBytes = 200 * 1024

export async function save(_state: FormState, form: FormData): Promise<FormState> {
  const administrator = await requireAdministratorActor()
  return submit({
    form,
    schema: requirementSchema,
    messages: 'review.requirements.errors',
    async run(input) {
      const result = await saveRequirement(input, administrator)
      const t = await getTranslations('review.requirements.errors')
      if (!result.ok && result.reason === 'no_kind') return { errors: { pdf: t('no_kind') } }
      if (!result.ok) return { error: t(result.reason) }
      redirect('/review/requirements?done=saved')
    },
  })
}

export async function retire(id: string, retired: boolean): Promise<void> {
  const administrator = await requireAdministratorActor()
  await requireSameOrigin()
  const result = await retireRequirement(id, retired, administrator)
  redirect(withQuery('/review/requirements', result.ok ? { done: 'saved' } : { refused: result.reason }))
}

export async function shift(id: string, direction: 'up' | 'down'): Promise<void> {
  const administrator = await requireAdministratorActor()
  await requireSameOrigin()
  await moveRequirement(id, direction, administrator)
  redirect('/review/requirements')
}

export async function changeTemplate(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const administrator = await requireAdministratorActor()
  await requireSameOrigin()
  const t = await getTranslations('review.requirements.errors')
  if (form.get('intent') === 'remove') {
    await setTemplate(id, null, administrator)
    redirect(`/review/requirements/${id}?done=saved`)
  }
  const file = form.get('template')
  if (!(file instanceof File) || file.size === 0) return { errors: { template: t('templateMissing') } }
  if (file.size > templateBytes) return { errors: { template: t('templateTooLarge') } }
  const name = readDocumentName(file.name)
  const bytes = new Uint8Array(await file.arrayBuffer())
  await setTemplate(id, { name: name.ok ? name.name : 'template', bytes }, administrator)
  redirect(`/review/requirements/${id}?done=saved`)
}

async function requireAdministratorActor(): Promise<Administrator> {
  const { id } = await requireAdministrator()
  return { id, role: 'administrator' }
}
