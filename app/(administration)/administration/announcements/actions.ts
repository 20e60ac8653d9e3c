'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { conclude, type FormState, pressForm } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { publishForm } from '@/app/_request/publish-form'
import { forceNavigation } from '@/app/_request/return-path'
import { localised } from '@/i18n/locale'
import { publishAnnouncement, withdrawAnnouncement } from '@/lib/announcements/commands'
import { findAnnouncement } from '@/lib/announcements/queries'
import { announcementSchema } from '@/lib/announcements/schema'
import { now } from '@/lib/clock'

const page = '/administration/announcements'

/** Previews an announcement in the form itself, and publishes it from there. */
export async function publishDraft(_state: FormState, form: FormData) {
  const { administrator: developer, actor } = await requireActor()
  const act = { developer, act: 'announcements.publishDraft', about: [] } as const
  return publishForm(act, form, announcementSchema(now()), 'announcements.errors', async (input) => {
    const result = await publishAnnouncement(input, actor)
    // Every page shows the banner.
    revalidatePath('/', 'layout')
    if (result.ok) redirect(forceNavigation(`${page}?done=published`))
    return { error: (await getTranslations('announcements.errors'))(result.reason) }
  })
}

export async function withdrawPublished(id: string, _state: FormState, form: FormData) {
  const { administrator: developer, actor } = await requireActor()
  const announcement = await findAnnouncement(id)
  const name = announcement && localised(announcement, 'title', await getLocale())
  const about = [{ type: 'announcement', id }] as const
  const act = { developer, act: 'announcements.withdrawPublished', about } as const
  return pressForm(form, () =>
    confirmed(name ? { ...act, values: { name } } : null, form, async () => {
      const result = await withdrawAnnouncement(id, actor)
      revalidatePath('/', 'layout')
      return conclude(result, refusal, forceNavigation(`${page}?done=withdrawn`))
    }),
  )
}
