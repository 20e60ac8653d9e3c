'use server'

import { getLocale } from 'next-intl/server'
import { conclude, type FormState, press, submit } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { cancelInvitation, invitationSchema, inviteToRole } from '@/lib/developers/roles'

const page = '/administration/roles'
const messages = 'administration.errors'

export async function invite(_state: FormState, form: FormData): Promise<FormState> {
  const { administrator: developer, actor } = await requireActor()
  return submit(form, invitationSchema, messages, (input) => {
    return confirmed({ developer, act: 'roles.invite', page, about: [], values: input }, form, async () =>
      conclude(await inviteToRole(input, actor, await getLocale()), refusal, `${page}?done=invited`),
    )
  })
}

export async function takeBack(developerId: string, _state: FormState, form: FormData): Promise<FormState> {
  const { administrator: developer, actor } = await requireActor()
  const about = [{ type: 'developer', id: developerId } as const]
  const act = { developer, act: 'roles.takeBack', given: [developerId], page, about } as const
  return press(form, () =>
    confirmed(act, form, async () =>
      conclude(await cancelInvitation(developerId, actor), refusal, `${page}?done=cancelled`),
    ),
  )
}
