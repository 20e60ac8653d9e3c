'use server'

import { revalidatePath } from 'next/cache'
import { formAction } from '@/app/_request/form-action'
import { previewing } from '@/app/_request/publish-form'
import { forceNavigation } from '@/app/_request/return-path'
import { getLocale } from '@/i18n/current-locale'
import { publishAnnouncement, withdrawAnnouncement } from '@/lib/announcements/announcement'
import { findAnnouncement } from '@/lib/announcements/queries'
import { localised } from '@/lib/translations'

const page = '/administration/announcements'

/** Previews an announcement in the form itself, and publishes it from there. */
export const publishDraft = formAction(publishAnnouncement, {
  ...previewing,
  messages: 'announcements.errors',
  question: { title: 'announcements.questions.publish' },
  // Every page shows the banner.
  after: () => revalidatePath('/', 'layout'),
  to: () => forceNavigation(`${page}?done=published`),
})

export const withdrawPublished = formAction<typeof withdrawAnnouncement, [id: string]>(withdrawAnnouncement, {
  messages: 'administration.errors',
  question: {
    title: 'announcements.questions.withdraw',
    warning: 'announcements.questions.withdrawWarning',
    values: async ({ bound: [id] }) => {
      const announcement = await findAnnouncement(id)
      return { name: announcement ? localised(announcement, 'title', await getLocale()) : '' }
    },
  },
  after: () => revalidatePath('/', 'layout'),
  to: () => forceNavigation(`${page}?done=withdrawn`),
  stays: true,
})
