import type { StaffPage } from '@/lib/feature'
import { features } from '@/lib/features'

const groups = ['people', 'review', 'messages', 'service', 'settings'] as const

/** The pages that someone may open, by group, as the rail and the command menu list them: reviewers only the queue. */
export function listStaffPages(administers: boolean): [StaffPage['group'], StaffPage[]][] {
  const pages = features
    .flatMap(({ staffPages = [] }) => staffPages)
    .filter(({ forReviewers }) => administers || forReviewers)
    .sort((one, other) => one.order - other.order)
  return groups
    .map((group): [StaffPage['group'], StaffPage[]] => [group, pages.filter((each) => each.group === group)])
    .filter(([, ofGroup]) => ofGroup.length > 0)
}

/** The number of things that wait for someone, by the page that lists them. */
export async function countWhatWaits(): Promise<Partial<Record<StaffPage['page'], number>>> {
  const counts: Partial<Record<StaffPage['page'], number>> = {}
  const counters = features.flatMap(({ waiting = {} }) => Object.entries(waiting))
  await Promise.all(
    counters.map(async ([page, count]) => {
      const waiting = await count()
      counts[page as StaffPage['page']] = (counts[page as StaffPage['page']] ?? 0) + waiting
    }),
  )
  return counts
}
