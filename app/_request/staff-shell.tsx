import {
  AppWindow,
  BellRing,
  Building2,
  ClipboardCheck,
  FileCheck,
  Gauge,
  HeartPulse,
  ListChecks,
  type LucideIcon,
  Mails,
  Megaphone,
  MessageSquareText,
  Palette,
  ScrollText,
  ShieldCheck,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { HomeShell } from '@/app/_request/home-shell'
import { requireReviewer } from '@/app/_request/session'
import { Shell } from '@/app/_request/shell'
import { Count, countReviews } from '@/app/_request/waiting'
import type { RailItem } from '@/components/shell/rail'
import { listStaffPages, type StaffPage, staffPath } from '@/components/staff-pages'
import { countAwaitingApproval } from '@/lib/developers/directory'
import { countUnsent } from '@/lib/outbox/outbox'
import { countOpenAlerts } from '@/lib/usage/alert'

const icons: Record<StaffPage, LucideIcon> = {
  overview: Gauge,
  developers: Users,
  organisations: Building2,
  roles: ShieldCheck,
  queue: ClipboardCheck,
  templates: MessageSquareText,
  requirements: FileCheck,
  applications: AppWindow,
  rehearsal: ListChecks,
  announcements: Megaphone,
  outbox: Mails,
  webhooks: Webhook,
  alerts: BellRing,
  health: HeartPulse,
  accounts: Wallet,
  audit: ScrollText,
  branding: Palette,
  terms: ScrollText,
}

type Props = Omit<ComponentProps<typeof Shell>, 'rail'> & { current: StaffPage }

/** A page of administration or review: next to the rail of all areas, for reviewers next to that of their pages. */
export async function StaffShell({ current, ...props }: Props) {
  const { role } = await requireReviewer()
  if (role !== 'administrator') return <HomeShell {...props} current="review" />
  const t = await getTranslations('administration.nav')
  const counts = await countWhatWaits()
  const item = (page: StaffPage): RailItem => ({
    href: staffPath(page),
    label: t(page),
    icon: icons[page],
    current: page === current,
    count: counts[page] ? <Count count={counts[page]} /> : undefined,
  })
  const groups = listStaffPages(true).map(([group, pages]) => ({
    title: t(`groups.${group}`),
    items: pages.map(item),
  }))
  return <Shell {...props} rail={{ label: t('label'), groups: [{ items: [item('overview')] }, ...groups] }} />
}

/** The number of things on each page that wait for someone. */
async function countWhatWaits(): Promise<Partial<Record<StaffPage, number>>> {
  const [{ waiting: queue }, developers, alerts, outbox] = await Promise.all([
    countReviews(),
    countAwaitingApproval(),
    countOpenAlerts(),
    countUnsent(),
  ])
  return { queue, developers, alerts, outbox }
}
