'use server'

import { redirect } from 'next/navigation'
import { type FormState, submitForm } from '@/app/_request/action'
import { requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { saveCaseRequirements } from '@/lib/rehearsals/commands'
import { caseRequirementsSchema } from '@/lib/rehearsals/schema'

export async function saveRequiredCases(_state: FormState, form: FormData) {
  const { administrator: developer, actor } = await requireActor()
  return submitForm(form, caseRequirementsSchema, 'rehearsal.errors', (chosen) =>
    confirmed({ developer, act: 'rehearsalCases.saveRequiredCases', about: [] }, form, async () => {
      await saveCaseRequirements(chosen, actor)
      redirect('/administration/rehearsal?done=changed')
    }),
  )
}
