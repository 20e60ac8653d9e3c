'use server'

import { getLocale } from 'next-intl/server'
import { conclude, type FormState, pressForm, submitForm } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { cancelInvitation, invitationSchema, inviteToRole } from '@/lib/developers/roles'

const page = '/administration/roles'
const messages = 'administration.errors'

export async function inviteStaff(_state: FormState, form: FormData) {
  const { administrator: developer, actor } = await requireActor()
  return submitForm(form, invitationSchema, messages, (input) => {
    return confirmed({ developer, act: 'roles.inviteStaff', about: [], values: input }, form, async () =>
      conclude(await inviteToRole(input, actor, await getLocale()), refusal, `${page}?done=invited`),
    )
  })
}

export async function revokeStaffInvitation(developerId: string, _state: FormState, form: FormData) {
  const { administrator: developer, actor } = await requireActor()
  const about = [{ type: 'developer', id: developerId } as const]
  const act = { developer, act: 'roles.revokeStaffInvitation', about } as const
  return pressForm(form, () =>
    confirmed(act, form, async () =>
      conclude(await cancelInvitation(developerId, actor), refusal, `${page}?done=cancelled`),
    ),
  )
}
