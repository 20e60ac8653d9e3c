'use server'

import { revalidatePath } from 'next/cache'
import { notFound } from 'next/navigation'
import { getLocale } from 'next-intl/server'
import { conclude, type FormState, submitForm } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { localised } from '@/i18n/locale'
import { changeAnnouncement } from '@/lib/announcements/commands'
import { findAnnouncement } from '@/lib/announcements/queries'
import { announcementChangeSchema } from '@/lib/announcements/schema'

export async function saveAnnouncement(id: string, _state: FormState, form: FormData) {
  const { administrator: developer, actor } = await requireActor()
  const announcement = await findAnnouncement(id)
  if (!announcement) notFound()
  const values = { name: localised(announcement, 'title', await getLocale()) }
  const about = [{ type: 'announcement', id }] as const
  const act = { developer, act: 'announcementChange.saveAnnouncement', about, values } as const
  return submitForm(form, announcementChangeSchema(announcement.kind), 'announcements.errors', (input) =>
    confirmed(act, form, async () => {
      const result = await changeAnnouncement(id, input, actor)
      revalidatePath('/', 'layout')
      return conclude(result, refusal, '/administration/announcements?done=changed')
    }),
  )
}
