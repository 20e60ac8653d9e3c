import { getTranslations } from 'next-intl/server'
import { type CurrentDeveloper, findCurrentDeveloper, findReader } from '@/app/_request/session'
import { listStaffPages } from '@/app/_request/staff-pages'
import { describeSections } from '@/app/docs/content/pages'
import { readWords } from '@/app/docs/content/words'
import { applicationPages, applicationPath, settingsPages } from '@/components/application-pages'
import type { CommandGroup, MenuCommand } from '@/components/command-menu/commands'
import { themes } from '@/components/theme'
import { listApplications } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { statesWithSecret } from '@/lib/credentials/commands'
import type { StaffPage } from '@/lib/feature'
import { locales, nameOf } from '@/lib/languages'

/** The entries of the command menu for the current user, in their language. */
export async function listCommands(): Promise<CommandGroup[]> {
  const developer = await findCurrentDeveloper()
  return [
    ...(developer ? await listOwn(developer) : [await entryCommands()]),
    await documentationCommands(),
    ...(await preferenceCommands(developer !== null)),
  ]
}

async function listOwn({ role, id }: CurrentDeveloper): Promise<CommandGroup[]> {
  if (!(await findReader())) return []
  return [await placeCommands(role), ...(await applicationCommands(await listApplications(id)))]
}

type Application = Awaited<ReturnType<typeof listApplications>>[number]

/** Of more than these, only the application itself is offered: the rest is found faster on its pages. */
const maxDetailed = 100

/** The pages of each application, which people also look for by what is on them, and what can be done with it. */
async function applicationCommands(applications: Application[]): Promise<CommandGroup[]> {
  const t = await getTranslations('applications')
  const common = await getTranslations('common')
  const keywords = await getTranslations('common.commands.keywords')
  const create: MenuCommand = { label: t('new'), keywords: keywords('new'), href: '/applications/new' }
  const own = applications.map(({ id, name, environment, clientId }): MenuCommand => {
    const detail = common(`environment.${environment}`)
    return {
      label: name,
      detail,
      keywords: `${clientId} ${keywords('overview')}`,
      href: `/applications/${id}`,
    }
  })
  const detailed = applications.slice(0, maxDetailed)
  const pages = detailed.flatMap((application): MenuCommand[] =>
    [...applicationPages(application).flat(), ...settingsPages(application)]
      .filter((page) => page !== 'overview')
      .map((page) => ({
        label: t(`nav.${page}`),
        detail: `${application.name} · ${common(`environment.${application.environment}`)}`,
        keywords: keywords(page),
        href: applicationPath(application.id, page),
      })),
  )
  const actions = await Promise.all(detailed.map(actionsOf))
  return [
    { title: t('title'), commands: [create, ...own, ...pages] },
    { title: common('commands.actions'), commands: actions.flat() },
  ]
}

async function actionsOf(application: Application): Promise<MenuCommand[]> {
  const t = await getTranslations('common')
  const { id, name, environment, clientId, role } = application
  const detail = t(`environment.${environment}`)
  const copy: MenuCommand = {
    label: t('commands.copyClientId', { name }),
    detail,
    action: 'copy',
    value: clientId,
  }
  const invite = { label: t('commands.invite', { name }), detail, href: applicationPath(id, 'team') }
  const rotate = { label: t('commands.rotate', { name }), detail, href: applicationPath(id, 'keys') }
  return [...(mayRotate(application) ? [rotate] : []), ...(may(role, 'team') ? [invite] : []), copy]
}

function mayRotate({ role, state, clientAuthentication }: Application): boolean {
  return may(role, 'secrets') && clientAuthentication === 'client_secret' && statesWithSecret.includes(state)
}

type Role = 'developer' | 'reviewer' | 'administrator'

/** The portal pages open to this role. */
async function placeCommands(role: Role): Promise<CommandGroup> {
  const t = await getTranslations('common')
  const administration = await getTranslations('administration')
  const commands: MenuCommand[] = [
    { label: t('nav.applications'), href: '/applications' },
    { label: t('nav.account'), keywords: t('commands.keywords.account'), href: '/account' },
  ]
  const staffed = (page: StaffPage['page'] | 'overview', href: string): MenuCommand => ({
    label: administration(`nav.${page}`),
    detail: t(href.startsWith('/review') ? 'nav.review' : 'nav.administration'),
    href,
  })
  if (role === 'administrator') commands.push(staffed('overview', '/administration'))
  if (role !== 'developer')
    for (const [, pages] of listStaffPages(role === 'administrator'))
      commands.push(...pages.map(({ page, path }) => staffed(page, path)))
  return { title: t('commands.go'), commands }
}

/** Links to sign in and to sign up. */
async function entryCommands(): Promise<CommandGroup> {
  const t = await getTranslations('common')
  return {
    title: t('commands.go'),
    commands: [
      { label: t('nav.createAccount'), href: '/sign-up' },
      { label: t('nav.signIn'), href: '/sign-in' },
    ],
  }
}

async function documentationCommands(): Promise<CommandGroup> {
  const words = await readWords()
  const { t } = words
  const pages = describeSections(words).flatMap((section) => section.pages)
  return {
    title: t('title'),
    commands: [
      { label: t('search.title'), href: '/docs/search' },
      ...pages.map(({ path, title }): MenuCommand => ({ label: title, href: path })),
    ],
  }
}

/** Theme, language and sign-out. */
async function preferenceCommands(signedIn: boolean): Promise<CommandGroup[]> {
  const t = await getTranslations('common')
  const out: CommandGroup = {
    title: t('nav.account'),
    commands: [{ label: t('nav.signOut'), action: 'signOut' }],
  }
  return [
    {
      title: t('theme.label'),
      commands: themes.map((theme) => ({ label: t(`theme.${theme}`), action: 'theme', value: theme })),
    },
    {
      title: t('language.label'),
      commands: locales.map((locale) => ({
        label: nameOf(locale),
        action: 'locale',
        value: locale,
      })),
    },
    ...(signedIn ? [out] : []),
  ]
}
