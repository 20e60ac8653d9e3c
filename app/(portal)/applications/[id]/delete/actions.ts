'use server'

import { refresh } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { conclude, type FormState, submitForm } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { confirmed } from '@/app/_request/confirmed'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import type { RefusalOf } from '@/lib/result'

const schema = z.object({ name: z.string().optional() })

export async function removeApplication(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'delete')
  const about = [{ type: 'application', id } as const]
  const act = { developer, act: 'applicationDeletion.removeApplication', about } as const
  return submitForm(form, schema, 'applications.errors', ({ name }) =>
    confirmed(act, form, async () =>
      conclude(await deleteApplication(id, developer.actor, name), refuse, '/applications?done=deleted'),
    ),
  )
}

async function refuse(reason: RefusalOf<typeof deleteApplication>['reason']): Promise<FormState> {
  const t = await getTranslations('applications.errors')
  if (reason !== 'name_mismatch') return { error: t(reason) }
  // It may have become active since the form was rendered, without the field.
  refresh()
  return { errors: { name: t(reason) } }
}
