'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { conclude, type FormState, press, submit } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { forceNavigation } from '@/app/_request/return-path'
import { publishAnnouncement, undoAnnouncement, withdrawAnnouncement } from '@/lib/announcements/commands'
import { announcementSchema } from '@/lib/announcements/schema'
import { now } from '@/lib/clock'

const page = '/administration/announcements'

export async function publish(_state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireActor()
  return submit(form, announcementSchema(now()), 'announcements.errors', async (input) => {
    const result = await publishAnnouncement(input, actor)
    // Every page shows the banner.
    revalidatePath('/', 'layout')
    if (result.ok) redirect(forceNavigation(page))
    return { errors: { endpoint: (await getTranslations('announcements.errors'))(result.reason) } }
  })
}

export async function withdraw(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireActor()
  return press(form, async () => {
    const result = await withdrawAnnouncement(id, actor)
    revalidatePath('/', 'layout')
    return conclude(result, refusal, forceNavigation(`${page}?done=withdrawn`))
  })
}

/** Within ten seconds, before anyone has seen it. */
export async function undo(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireActor()
  return press(form, async () =>
    conclude(await undoAnnouncement(id, actor), refusal, forceNavigation(`${page}?done=undone`)),
  )
}
