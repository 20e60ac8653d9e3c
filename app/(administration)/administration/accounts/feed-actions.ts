'use server'

import { conclude, type FormState, pressForm, requireTexts } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { discardFeed, forgetPositionOf, resumeFeed, retryFeed } from '@/lib/feed/administration'

const page = '/administration/accounts'

export async function resumeSenderOfFeed(name: string, _state: FormState, form: FormData) {
  requireTexts(name)
  const { administrator: developer, actor } = await requireActor()
  return pressForm(form, () =>
    confirmed({ developer, act: 'feed.resumeSenderOfFeed', about: [], values: { name } }, form, async () =>
      conclude(await resumeFeed(name, actor), refusal, `${page}?done=feedResumed`),
    ),
  )
}

/** @param only `all`, or the id of one */
export async function retryRefusedChanges(only: string, _state: FormState, form: FormData) {
  requireTexts(only)
  const { administrator: developer, actor } = await requireActor()
  return pressForm(form, () =>
    confirmed({ developer, act: 'feed.retryRefusedChanges', about: [], values: { only } }, form, async () =>
      conclude(await retryFeed(actor, only), refusal, `${page}?done=feedRetried`),
    ),
  )
}

/** @param only `all`, or the id of one */
export async function discardRefusedChanges(only: string, _state: FormState, form: FormData) {
  requireTexts(only)
  const { administrator: developer, actor } = await requireActor()
  return pressForm(form, () =>
    confirmed({ developer, act: 'feed.discardRefusedChanges', about: [], values: { only } }, form, async () =>
      conclude(await discardFeed(actor, only), refusal, `${page}?done=feedDiscarded`),
    ),
  )
}

export async function forgetPositionOfFeed(
  name: string,
  partition: string,
  _state: FormState,
  form: FormData,
) {
  requireTexts(name, partition)
  const { administrator: developer, actor } = await requireActor()
  const values = { name, partition }
  return pressForm(form, () =>
    confirmed({ developer, act: 'feed.forgetPositionOfFeed', about: [], values }, form, async () =>
      conclude(await forgetPositionOf(values, actor), refusal, `${page}?done=feedForgotten`),
    ),
  )
}
