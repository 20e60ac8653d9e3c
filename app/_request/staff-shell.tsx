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
import { countWhatWaits, listStaffPages } from '@/app/_request/staff-pages'
import { Count } from '@/app/_request/waiting'
import type { RailItem } from '@/components/shell/rail'
import { DateTime } from '@/components/ui/date-time'
import { findManagedSince } from '@/lib/audit/queries'
import type { StaffIcon, StaffPage } from '@/lib/feature'

const icons: Record<StaffIcon, LucideIcon> = {
  AppWindow,
  BellRing,
  Building2,
  ClipboardCheck,
  FileCheck,
  HeartPulse,
  ListChecks,
  Mails,
  Megaphone,
  MessageSquareText,
  Palette,
  ScrollText,
  ShieldCheck,
  Users,
  Wallet,
  Webhook,
}

type Props = Omit<ComponentProps<typeof Shell>, 'rail'> & {
  current: StaffPage['page'] | 'overview'
  /** What the page is about, if a configuration file can manage it. */
  managed?: ComponentProps<typeof ManagedByFile>
}

/** A page of administration or review: next to the rail of all areas, for reviewers next to that of their pages. */
export async function StaffShell({ current, managed, children, ...shell }: Props) {
  const note = managed && <ManagedByFile {...managed} />
  const props = {
    ...shell,
    children: (
      <>
        {note}
        {children}
      </>
    ),
  }
  const { role } = await requireReviewer()
  if (role !== 'administrator') return <HomeShell {...props} current="review" />
  const t = await getTranslations('administration.nav')
  const counts = await countWhatWaits()
  const overview: RailItem = {
    href: '/administration',
    label: t('overview'),
    icon: Gauge,
    current: current === 'overview',
  }
  const item = ({ page, path, icon }: StaffPage): RailItem => ({
    href: path,
    label: t(page),
    icon: icons[icon],
    current: page === current,
    count: counts[page] ? <Count count={counts[page]} /> : undefined,
  })
  const groups = listStaffPages(true).map(([group, pages]) => ({
    title: t(`groups.${group}`),
    items: pages.map(item),
  }))
  return <Shell {...props} rail={{ label: t('label'), groups: [{ items: [overview] }, ...groups] }} />
}

type ManagedByFileProps = { type: Parameters<typeof findManagedSince>[0]; id?: string }

/** Since when a configuration file manages what a page is about; nothing if none does. */
async function ManagedByFile({ type, id }: ManagedByFileProps) {
  const since = await findManagedSince(type, id)
  if (!since) return null
  const t = await getTranslations('administration')
  return (
    <p className="mb-6 max-w-prose text-muted text-sm">
      {t.rich('managedByFile', { day: () => <DateTime at={since} as="date" /> })}
    </p>
  )
}
