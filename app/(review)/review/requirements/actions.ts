'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, requireTexts, submitForm } from '@/app/_request/action'
import type { ActIn } from '@/app/_request/acts'
import { requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { withQuery } from '@/components/query'
import { readDocumentName } from '@/lib/documents/name'
import {
  moveRequirement,
  retireRequirement,
  saveRequirement,
  setTemplate,
} from '@/lib/validation/requirements'
import { requirementSchema } from '@/lib/validation/schema'

/** Server actions carry up to 512 kB; forms and letterheads to fill in are smaller. */
const templateBytes = 200 * 1024

export async function saveDocumentRequirement(_state: FormState, form: FormData) {
  const { actor, asks } = await requireConfigurer()
  return submitForm(form, requirementSchema, 'review.requirements.errors', (input) =>
    confirmed(asks('saveDocumentRequirement'), form, async () => {
      const result = await saveRequirement(input, actor)
      const t = await getTranslations('review.requirements.errors')
      if (!result.ok && result.reason === 'no_kind') return { errors: { pdf: t('no_kind') } }
      if (!result.ok) return { error: t(result.reason) }
      redirect('/review/requirements?done=saved')
    }),
  )
}

export async function retireDocumentRequirement(
  id: string,
  retired: boolean,
  _state: FormState,
  form: FormData,
) {
  const { actor, asks } = await requireConfigurer()
  return pressForm(form, () =>
    confirmed(asks('retireDocumentRequirement'), form, async () => {
      const result = await retireRequirement(id, retired, actor)
      redirect(withQuery('/review/requirements', result.ok ? { done: 'saved' } : { refused: result.reason }))
    }),
  )
}

export async function shiftDocumentRequirement(
  id: string,
  direction: 'up' | 'down',
  _state: FormState,
  form: FormData,
) {
  const { actor, asks } = await requireConfigurer()
  return pressForm(form, () =>
    confirmed(asks('shiftDocumentRequirement'), form, async () => {
      await moveRequirement(id, direction, actor)
      redirect('/review/requirements')
    }),
  )
}

export async function changeTemplate(id: string, _state: FormState, form: FormData) {
  requireTexts(id)
  const { actor, asks } = await requireConfigurer()
  return pressForm(form, async () => {
    const template = form.get('intent') === 'remove' ? null : await readTemplate(form.get('template'))
    if (typeof template === 'string')
      return { errors: { template: (await getTranslations('review.requirements.errors'))(template) } }
    return confirmed(asks('changeTemplate'), form, async () => {
      await setTemplate(id, template, actor)
      return redirect(`/review/requirements/${id}?done=saved`)
    })
  })
}

async function requireConfigurer() {
  const { administrator: developer, actor } = await requireActor()
  const asks = (name: ActIn<'documentRequirements'>) =>
    ({ developer, act: `documentRequirements.${name}`, about: [] }) as const
  return { actor, asks }
}

async function readTemplate(file: FormDataEntryValue | null) {
  if (!(file instanceof File) || file.size === 0) return 'templateMissing'
  if (file.size > templateBytes) return 'templateTooLarge'
  const name = readDocumentName(file.name)
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: name.ok ? name.name : 'template', bytes }
}
