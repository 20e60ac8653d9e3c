import { Activity, BookOpen, Building2, ClipboardCheck, Gauge, LayoutGrid, UserRound } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { findReader } from '@/app/_request/session'
import { PublicFrame, Shell } from '@/app/_request/shell'
import { countWhatWaits } from '@/app/_request/staff-pages'
import { Count } from '@/app/_request/waiting'
import type { RailItem } from '@/components/shell/rail'

type Page = 'applications' | 'organisations' | 'account' | 'review'
type Props = Omit<ComponentProps<typeof Shell>, 'rail'> & { current?: Page }

/** A page above the applications, or of a reviewer's queue. Strangers see it in the frame of the public pages. */
export async function HomeShell({ current, ...props }: Props) {
  const t = await getTranslations('common')
  const reader = await findReader()
  if (!reader)
    return (
      <PublicFrame>
        {props.title && <h1 className="mb-6 text-2xl">{props.title}</h1>}
        {props.children}
      </PublicFrame>
    )
  const item = (page: Page, icon: RailItem['icon']): RailItem => ({
    href: `/${page}`,
    label: t(`nav.${page}`),
    icon,
    current: page === current,
  })
  const reviews = reader.role !== 'developer'
  const waiting = reviews ? ((await countWhatWaits()).queue ?? 0) : 0
  const staff: RailItem[] = []
  if (reviews)
    staff.push({ ...item('review', ClipboardCheck), count: waiting > 0 && <Count count={waiting} /> })
  if (reader.role === 'administrator')
    staff.push({ href: '/administration', label: t('nav.administration'), icon: Gauge })
  const own = [item('applications', LayoutGrid), item('organisations', Building2), item('account', UserRound)]
  const open = [
    { href: '/docs', label: t('nav.documentation'), icon: BookOpen },
    { href: '/status', label: t('footer.status'), icon: Activity },
  ]
  const groups = [staff, own, open].filter((items) => items.length > 0)
  return <Shell {...props} rail={{ label: t('nav.label'), groups: groups.map((items) => ({ items })) }} />
}
