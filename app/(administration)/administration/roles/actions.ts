'use server'

import { getLocale } from 'next-intl/server'
import { conclude, type FormState, press, submit } from '@/app/_request/action'
import { refusal, requireConfirmedActor } from '@/app/_request/admin-action'
import { cancelInvitation, invitationSchema, inviteToRole } from '@/lib/developers/roles'

const page = '/administration/roles'
const messages = 'administration.errors'

export async function invite(_state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireConfirmedActor(page, form)
  return submit(form, invitationSchema, messages, async (input) =>
    conclude(await inviteToRole(input, actor, await getLocale()), refusal, `${page}?done=invited`),
  )
}

export async function takeBack(developerId: string, _state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireConfirmedActor(page, form)
  return press(form, async () =>
    conclude(await cancelInvitation(developerId, actor), refusal, `${page}?done=cancelled`),
  )
}
