'use server'

import { refresh } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { conclude, type FormState, submit } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { keepDraft } from '@/app/_request/draft'
import { requireConfirmation } from '@/app/_request/session'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import type { RefusalOf } from '@/lib/result'

const schema = z.object({ name: z.string().optional() })

export async function removeApplication(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireApplication(id, 'delete')
  const page = `/applications/${id}/delete`
  await keepDraft(developer, page, form)
  requireConfirmation(developer, page)
  return submit(form, schema, 'applications.errors', async ({ name }) =>
    conclude(await deleteApplication(id, developer.actor, name), refuse, '/applications?done=deleted'),
  )
}

async function refuse(reason: RefusalOf<typeof deleteApplication>['reason']): Promise<FormState> {
  const t = await getTranslations('applications.errors')
  if (reason !== 'name_mismatch') return { error: t(reason) }
  // It may have become active since the form was rendered, without the field.
  refresh()
  return { errors: { name: t(reason) } }
}
