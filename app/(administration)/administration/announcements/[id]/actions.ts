'use server'

import { revalidatePath } from 'next/cache'
import { notFound } from 'next/navigation'
import { formAction } from '@/app/_request/form-action'
import { getLocale } from '@/i18n/current-locale'
import { changeAnnouncement } from '@/lib/announcements/announcement'
import { findAnnouncement } from '@/lib/announcements/queries'
import { localised } from '@/lib/translations'

export const saveAnnouncement = formAction<typeof changeAnnouncement, [id: string]>(changeAnnouncement, {
  messages: 'announcements.errors',
  fields: async ({ bound: [id], form }) => ({ ...Object.fromEntries(form), kind: (await find(id)).kind }),
  question: {
    title: 'announcements.questions.change',
    values: async ({ bound: [id] }) => ({ name: localised(await find(id), 'title', await getLocale()) }),
  },
  after: () => revalidatePath('/', 'layout'),
  to: '/administration/announcements?done=changed',
  stays: true,
})

async function find(id: string) {
  return (await findAnnouncement(id)) ?? notFound()
}
