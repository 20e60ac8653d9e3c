'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { conclude, type FormState, pressForm, submitForm } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { findPreviewed, leadToPreview } from '@/app/_request/preview'
import { forceNavigation } from '@/app/_request/return-path'
import { localised } from '@/i18n/locale'
import { publishAnnouncement, undoAnnouncement, withdrawAnnouncement } from '@/lib/announcements/commands'
import { findAnnouncement } from '@/lib/announcements/queries'
import { announcementSchema } from '@/lib/announcements/schema'
import { now } from '@/lib/clock'

const page = '/administration/announcements'

/** Leads to the preview, where {@link publishPreviewed} is. */
export async function previewDraft(_state: FormState, form: FormData): Promise<FormState> {
  const { administrator } = await requireActor()
  return submitForm(form, announcementSchema(now()), 'announcements.errors', () =>
    leadToPreview(administrator, page, form),
  )
}

/** What the preview showed. What has become wrong meanwhile is refused as its form would. */
export async function publishPreviewed(shown: string, _state: FormState, form: FormData): Promise<FormState> {
  const { administrator: developer, actor } = await requireActor()
  return pressForm(form, async () => {
    const t = await getTranslations('announcements.errors')
    const { id, fields } = await findPreviewed(developer, page)
    if (id !== shown) return { error: (await getTranslations('acts'))('changed') }
    const input = announcementSchema(now()).safeParse(fields)
    if (!input.success) return { error: t(input.error.issues[0]?.message as 'to_past') }
    const act = { developer, act: 'announcements.publishPreviewed', about: [] } as const
    return confirmed(act, form, async () => {
      const result = await publishAnnouncement(input.data, actor)
      // Every page shows the banner.
      revalidatePath('/', 'layout')
      return result.ok ? redirect(forceNavigation(page)) : { error: t(result.reason) }
    })
  })
}

export async function withdrawPublished(id: string, _state: FormState, form: FormData): Promise<FormState> {
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

/** Within ten seconds, before anyone has seen it. */
export async function undoPublished(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireActor()
  return pressForm(form, async () =>
    conclude(await undoAnnouncement(id, actor), refusal, forceNavigation(`${page}?done=undone`)),
  )
}
