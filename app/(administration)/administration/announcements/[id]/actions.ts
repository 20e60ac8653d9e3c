'use server'

import { revalidatePath } from 'next/cache'
import { notFound } from 'next/navigation'
import { conclude, type FormState, submitForm } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { changeAnnouncement } from '@/lib/announcements/commands'
import { findAnnouncement } from '@/lib/announcements/queries'
import { announcementChangeSchema } from '@/lib/announcements/schema'

export async function saveAnnouncement(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireActor()
  const announcement = await findAnnouncement(id)
  if (!announcement) notFound()
  return submitForm(
    form,
    announcementChangeSchema(announcement.kind),
    'announcements.errors',
    async (input) => {
      const result = await changeAnnouncement(id, input, actor)
      revalidatePath('/', 'layout')
      return conclude(result, refusal, '/administration/announcements?done=changed')
    },
  )
}
