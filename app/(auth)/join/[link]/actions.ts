'use server'

import { formAction } from '@/app/_request/form-action'
import { home } from '@/app/_request/return-path'
import { enter, refuseActivation } from '@/app/(auth)/enter'
import { getLocale } from '@/i18n/current-locale'
import { joinAsNewcomer } from '@/lib/applications/join'
import { subjectPath } from '@/lib/applications/subject'

/** Without an account: the password creates one, which joins. */
export const joinWithPassword = formAction(joinAsNewcomer, {
  messages: 'accounts.errors',
  fields: async ({ form }) => ({ ...Object.fromEntries(form), locale: await getLocale() }),
  after: ({ session, subject }) =>
    enter(session, subject ? `${subjectPath(subject)}/team?done=joined` : home),
  refuse: refuseActivation,
})
