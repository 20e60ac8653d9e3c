'use server'

import { formAction } from '@/app/_request/form-action'
import { moving } from '@/app/_request/move-application'
import { closeOwnOrganisation } from '@/lib/lifecycle/close-organisation'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'

/** Moves one of the developer's personal applications into the organisation. */
export const moveApplicationIn = formAction<typeof moveIntoOrganisation, [id: string]>(moveIntoOrganisation, {
  ...moving,
  target: ({ form }) => String(form.get('applicationId')),
  fields: ({ bound: [organisationId] }) => ({ organisationId }),
})

export const closeOrganisation = formAction<typeof closeOwnOrganisation, [id: string]>(closeOwnOrganisation, {
  messages: 'organisations.errors',
  question: {
    title: 'organisations.questions.close',
    warning: 'organisations.questions.closeWarning',
  },
  to: '/organisations?done=closed',
})
