'use server'

import { revalidatePath } from 'next/cache'
import { notFound } from 'next/navigation'
import { getLocale } from 'next-intl/server'
import { refusal } from '@/app/_request/admin-action'
import { formAction } from '@/app/_request/form-action'
import { localised } from '@/i18n/locale'
import { changeAnnouncement } from '@/lib/announcements/announcement'
import { findAnnouncement } from '@/lib/announcements/queries'

export const saveAnnouncement = formAction<typeof changeAnnouncement, [id: string]>(changeAnnouncement, {
  messages: 'announcements.errors',
  fields: async ({ bound: [id], form }) => ({ ...Object.fromEntries(form), kind: (await find(id)).kind }),
  question: {
    title: 'announcements.questions.change',
    values: async ({ bound: [id] }) => ({ name: localised(await find(id), 'title', await getLocale()) }),
  },
  after: () => revalidatePath('/', 'layout'),
  to: '/administration/announcements?done=changed',
  refuse: () => refusal('not_found'),
})

async function find(id: string) {
  return (await findAnnouncement(id)) ?? notFound()
}
