'use server'

import { type FormState, requireForm } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { moveApplication } from '@/app/_request/move-application'
import { closeOwnOrganisation } from '@/lib/lifecycle/close-organisation'
import { requireOrganisation } from './page-data'

/** Moves one of the developer's personal applications into the organisation. */
export async function moveApplicationIn(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireOrganisation(id, 'applications')
  const act = { developer, act: 'ownOrganisation.moveApplicationIn' } as const
  return moveApplication(act, form, String(requireForm(form).get('applicationId')), id)
}

export const closeOrganisation = formAction<typeof closeOwnOrganisation, [id: string]>(closeOwnOrganisation, {
  messages: 'organisations.errors',
  question: {
    title: 'organisations.questions.close',
    warning: 'organisations.questions.closeWarning',
  },
  to: '/organisations?done=closed',
})
