'use server'

import { formAction } from '@/app/_request/form-action'
import { getLocale } from '@/i18n/current-locale'
import { cancelInvitation, inviteToRole } from '@/lib/developers/roles'

const page = '/administration/roles'
const messages = 'administration.errors'

export const inviteStaff = formAction(inviteToRole, {
  messages,
  fields: async ({ form }) => ({
    email: form.get('email'),
    role: form.get('role'),
    locale: await getLocale(),
  }),
  question: {
    title: 'administration.roles.questions.invite',
    values: ({ input: { email, role } }) => ({ email, role }),
  },
  to: `${page}?done=invited`,
})

export const revokeStaffInvitation = formAction<typeof cancelInvitation, [id: string]>(cancelInvitation, {
  messages,
  question: { title: 'administration.roles.questions.revoke' },
  to: `${page}?done=cancelled`,
  stays: true,
})
