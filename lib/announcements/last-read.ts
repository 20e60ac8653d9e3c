import type { Announcement } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { remember } from '@/lib/remember'
import { type TextColumns, textColumns } from '@/lib/translations'

export type KnownAnnouncement = Pick<Announcement, 'kind' | 'startsAt' | 'endsAt'> & TextColumns<'title'>

const read = remember<{ last?: KnownAnnouncement[] }>('guichetAnnouncements', () => ({}))

/** What is announced for now or later, as this process last read it, for where no database can be asked. */
export function lastAnnouncements(): KnownAnnouncement[] {
  return (read.last ?? []).filter(({ endsAt }) => !endsAt || endsAt > now())
}

/** Keeps what was read for {@link lastAnnouncements}, without the texts. */
export function rememberAnnouncements(announcements: Announcement[]): Announcement[] {
  read.last = announcements.map((each) => {
    const { kind, startsAt, endsAt } = each
    return { kind, startsAt, endsAt, ...textColumns(each, 'title') }
  })
  return announcements
}
