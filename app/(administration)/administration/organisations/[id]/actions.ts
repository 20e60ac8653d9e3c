'use server'

import { type FormState, requireTexts } from '@/app/_request/action'
import { runAdminAction } from '@/app/_request/admin-action'
import { appointOwner } from '@/lib/applications/appoint-owner'
import { appointmentSchema } from '../../appointment-schema'

export async function appointOrganisationOwner(id: string, _state: FormState, form: FormData) {
  requireTexts(id)
  const page = `/administration/organisations/${encodeURIComponent(id)}`
  const about = [{ type: 'organisation', id } as const]
  const act = { act: 'organisationOwner.appointOrganisationOwner', page, about } as const
  return runAdminAction(form, act, appointmentSchema, 'appointed', appointOwner.bind(null, id))
}
