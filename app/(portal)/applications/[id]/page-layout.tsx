import {
  ArrowUp,
  ChartNoAxesColumn,
  ChevronsUpDown,
  CreditCard,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  SlidersHorizontal,
  SquareTerminal,
} from 'lucide-react'
import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { requireApplication } from '@/app/_request/application'
import type { Area } from '@/app/_request/page-metadata'
import { requireDeveloper } from '@/app/_request/session'
import { Shell } from '@/app/_request/shell'
import {
  type ApplicationPage,
  applicationPages,
  applicationPath,
  isSettingsPage,
  openingPath,
  settingsPages,
} from '@/components/application-pages'
import { withQuery } from '@/components/query'
import { EnvironmentToggle } from '@/components/shell/environment-toggle'
import { PageTop } from '@/components/shell/page-top'
import { type RailItem, SubPages } from '@/components/shell/rail'
import { type SwitcherEntry, SwitcherList } from '@/components/shell/switcher-list'
import { StateBadge } from '@/components/state-badge'
import { Link } from '@/components/ui/link'
import { findPair, listPairable, type Pairable } from '@/lib/applications/pairs'
import type { TeamApplication } from '@/lib/applications/queries'
import type { Right } from '@/lib/applications/rights'
import { isToBeSent } from '@/lib/applications/states'
import { findRehearsalScore } from '@/lib/rehearsals/queries'
import { findApplicantValidation, findReadiness } from '@/lib/validation/queries'

type Props = {
  application: TeamApplication
  /** The page that this is, or is below. */
  current: ApplicationPage
  /** The page's subject; the application's first page has none. */
  title?: string
  /** The page above this one. */
  above?: { href: string; label: string }
  lead?: ReactNode
  /** Shown next to the title. */
  badge?: ReactNode
  actions?: ReactNode
  /** Whether the page itself says the application's state. */
  stated?: boolean
  children: ReactNode
}

/** The frame of every page about one application. The heading is always the application's name. */
export async function ApplicationPageLayout({
  application,
  current,
  title,
  above,
  stated,
  children,
  ...props
}: Props) {
  const { id, name, environment, state, role } = application
  const t = await getTranslations('applications.nav')
  const developerId = (await requireDeveloper()).id
  const listed = await listPairable(developerId)
  const pair = findPair(application, listed)
  const other = pair ? pathIn(pair, current) : undefined
  const inSettings = isSettingsPage(current)
  const settings = settingsPages({ environment, role })
  const says = !stated && (state !== 'active' || current === 'overview')
  const top = {
    subject: title,
    from: above,
    badges: (says || props.badge) && (
      <>
        {says && <StateBadge state={state} />}
        {props.badge}
      </>
    ),
    lead: props.lead,
    actions: props.actions,
  }
  return (
    <Shell
      rail={{
        label: t('label'),
        groups: await listRail(application, { pair, current: inSettings ? undefined : current, developerId }),
      }}
      environment={environment}
      title={<Switcher name={name} entries={await listEntries(listed, environment)} />}
      beside={<EnvironmentToggle current={environment} other={other} />}
      {...(inSettings ? {} : top)}
    >
      {inSettings ? (
        <SubPages
          label={t('settings')}
          pages={settings.map((page) => ({
            href: applicationPath(id, page),
            label: t(page),
            current: page === current,
          }))}
        >
          <PageTop {...top} />
          {children}
        </SubPages>
      ) : (
        children
      )}
    </Shell>
  )
}

const icons: Partial<Record<ApplicationPage, LucideIcon>> = {
  overview: LayoutDashboard,
  traffic: ChartNoAxesColumn,
  try: SquareTerminal,
  accounts: CreditCard,
  rehearsal: ListChecks,
  validation: ArrowUp,
  keys: KeyRound,
}

/** What the application's state can use, the way to Production, and the settings. */
async function listRail(
  application: TeamApplication,
  { pair, current, developerId }: { pair: Pairable | null; current?: ApplicationPage; developerId: string },
) {
  const { id, environment, state } = application
  const t = await getTranslations('applications.nav')
  const progress = await findProgress(application, developerId)
  const groups = applicationPages(application).map((pages) =>
    pages.map(
      (page): RailItem => ({
        href: applicationPath(id, page),
        label: t(page),
        icon: icons[page] ?? SlidersHorizontal,
        current: page === current,
        count: progress[page],
      }),
    ),
  )
  const keys = groups.pop() ?? []
  if (environment === 'sandbox' && state === 'active') {
    const href = pair ? applicationPath(pair.id, 'validation') : withQuery('/applications/new', { from: id })
    groups.push([{ href, label: t('validation'), icon: ArrowUp }])
  }
  const settings = { href: applicationPath(id, 'general'), label: t('settings'), icon: SlidersHorizontal }
  groups.push([...keys, { ...settings, current: current === undefined }])
  return groups.map((items) => ({ items }))
}

/** How far the rehearsal is, or what is to be sent for validation. */
async function findProgress(
  { id, environment, state }: TeamApplication,
  developerId: string,
): Promise<Partial<Record<ApplicationPage, string>>> {
  if (environment === 'sandbox') {
    const score = await findRehearsalScore(id)
    return score ? { rehearsal: `${score.passed} / ${score.count}` } : {}
  }
  if (!isToBeSent(state)) return {}
  const found = await findApplicantValidation(id, developerId)
  const progress = found && (await findReadiness(found))
  return progress ? { validation: `${progress.ready} / ${progress.needed}` } : {}
}

/** The same page of the other application, if its state has it. */
function pathIn(pair: Pairable, current: ApplicationPage): string {
  const has = isSettingsPage(current)
    ? pair.environment === 'production' || current !== 'addresses'
    : applicationPages(pair)
        .flat()
        .some((page) => page === current)
  return has && current !== 'overview' ? applicationPath(pair.id, current) : openingPath(pair)
}

/** A line for each application, or for the two of a pair, of which it opens the one in this environment. */
async function listEntries(listed: Pairable[], environment: Pairable['environment']) {
  const t = await getTranslations('common.environment')
  return listed.flatMap((each) => {
    const pair = findPair(each, listed)
    if (pair && each.environment !== environment) return []
    const detail = pair ? `${t('sandbox')} · ${t('production')}` : t(each.environment)
    return [{ href: openingPath(each), name: each.name, detail }]
  })
}

/**
 * The metadata of a page about one application, titled with a message and then the application's name.
 * @param right needed to see the page, if it is not everyone's on the team
 */
export function applicationMetadata(area: Area, right?: Right) {
  return async ({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> => {
    const { application } = await requireApplication((await params).id, right)
    const t = (await getTranslations(area)) as (key: string) => string
    return { title: applicationTitle(application.name, t('title')) }
  }
}

/** The title of a page about one application: the page's subject, then the application's name. */
export function applicationTitle(name: string, page?: string): string {
  return page ? `${page} · ${name}` : name
}

const switcherId = 'switcher'

/** The application's name, which is the page's heading and opens the others. Server component. */
function Switcher({ name, entries }: { name: string; entries: SwitcherEntry[] }) {
  const t = useTranslations('applications')
  const link = 'flex min-h-9 items-center rounded-md px-2.5 text-sm hover:bg-raised'
  return (
    <>
      <h1 className="min-w-0 text-base sm:text-xl sm:leading-7">
        <button
          type="button"
          popoverTarget={switcherId}
          title={t('switcher.open')}
          className="flex max-w-full items-center gap-1.5 rounded-md text-left"
        >
          <span className="truncate">{name}</span>
          <ChevronsUpDown className="no-print size-4 shrink-0 text-muted" aria-hidden="true" />
        </button>
      </h1>
      <div
        id={switcherId}
        popover="auto"
        className="fixed inset-auto top-12 left-3 m-0 max-h-[calc(100dvh-4rem)] w-80 max-w-[calc(100vw-1.5rem)] gap-2 overflow-y-auto rounded-xl border border-line bg-surface p-2 text-ink shadow-lifted open:grid sm:left-12"
      >
        <SwitcherList entries={entries} label={t('switcher.find')} list={t('title')} />
        <div className="border-line border-t pt-2">
          <Link href="/applications" className={link}>
            {t('switcher.all')}
          </Link>
          <Link href="/applications/new" className={link}>
            {t('new')}
          </Link>
        </div>
      </div>
    </>
  )
}
