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
  const t = await getTranslations('common')
  const own = developer && (await findReader()) ? await listOwn(developer) : []
  const open = [
    ...(developer ? [] : entries.map(([page, href]) => ({ label: t(`nav.${page}`), href, main: true }))),
    { label: t('nav.documentation'), href: '/docs', main: true },
    { label: t('footer.status'), href: '/status', main: true },
  ]
  return [
    ...own,
    { title: t('commands.pages'), commands: open },
    await documentationCommands(),
    ...(await preferenceCommands(developer !== null)),
  ]
}

const entries = [
  ['createAccount', '/sign-up'],
  ['signIn', '/sign-in'],
] as const

async function listOwn({ role, id }: CurrentDeveloper): Promise<CommandGroup[]> {
  const t = await getTranslations('common.commands')
  const applications = await listApplications(id)
  const { names, pages } = await applicationCommands(applications)
  return [
    { title: t('actions'), commands: await actionCommands(applications) },
    { title: (await getTranslations('applications'))('title'), commands: names },
    { title: t('pages'), commands: [...(await placeCommands(role)), ...pages] },
  ]
}

type Application = Awaited<ReturnType<typeof listApplications>>[number]

/** Of more than these, only the application itself is offered: the rest is found faster on its pages. */
const maxDetailed = 100

/** Offered before anything is typed. */
const maxRecent = 5

/** The applications by name or client ID, and their pages, which people also look for by what is on them. */
async function applicationCommands(applications: Application[]) {
  const t = await getTranslations('applications.nav')
  const environments = await getTranslations('common.environment')
  const keywords = await getTranslations('common.commands.keywords')
  const names = applications.map(({ id, name, environment, clientId }, index): MenuCommand => {
    const main = index < maxRecent
    return {
      label: name,
      detail: environments(environment),
      keywords: clientId,
      href: `/applications/${id}`,
      main,
    }
  })
  const pages = applications.slice(0, maxDetailed).flatMap((application): MenuCommand[] =>
    [...applicationPages(application).flat(), ...settingsPages(application)].map((page) => ({
      label: t(page),
      detail: `${application.name} · ${environments(application.environment)}`,
      keywords: keywords(page),
      href: applicationPath(application.id, page),
      application: application.id,
    })),
  )
  return { names, pages }
}

/** What can be done with each application, and a new one. */
async function actionCommands(applications: Application[]): Promise<MenuCommand[]> {
  const t = await getTranslations('applications')
  const keywords = await getTranslations('common.commands.keywords')
  const actions = await Promise.all(applications.slice(0, maxDetailed).map(actionsOf))
  const create = { label: t('new'), keywords: keywords('new'), href: '/applications/new', main: true }
  return [...actions.flat(), create]
}

async function actionsOf(application: Application): Promise<MenuCommand[]> {
  const t = await getTranslations('common')
  const { id, name, environment, clientId, role } = application
  const shared = { detail: t(`environment.${environment}`), application: id, main: true }
  const copy: MenuCommand = {
    ...shared,
    label: t('commands.copyClientId', { name }),
    action: 'copy',
    value: clientId,
  }
  const invite = { ...shared, label: t('commands.invite', { name }), href: applicationPath(id, 'team') }
  const rotate = { ...shared, label: t('commands.rotate', { name }), href: applicationPath(id, 'keys') }
  return [...(mayRotate(application) ? [rotate] : []), ...(may(role, 'team') ? [invite] : []), copy]
}

function mayRotate({ role, state, clientAuthentication }: Application): boolean {
  return may(role, 'secrets') && clientAuthentication === 'client_secret' && statesWithSecret.includes(state)
}

type Role = 'developer' | 'reviewer' | 'administrator'

/** The portal pages open to this role. */
async function placeCommands(role: Role): Promise<MenuCommand[]> {
  const t = await getTranslations('common')
  const administration = await getTranslations('administration')
  const staffed = (page: StaffPage['page'] | 'overview', href: string, main: boolean): MenuCommand => ({
    label: administration(`nav.${page}`),
    detail: t(href.startsWith('/review') ? 'nav.review' : 'nav.administration'),
    href,
    main,
  })
  const staff =
    role === 'developer' ? [] : listStaffPages(role === 'administrator').flatMap(([, pages]) => pages)
  return [
    { label: t('nav.applications'), href: '/applications', main: true },
    ...(role === 'administrator' ? [staffed('overview', '/administration', true)] : []),
    ...staff.map(({ page, path }) => staffed(page, path, path === '/review')),
    { label: t('nav.organisations'), href: '/organisations', main: true },
    { label: t('nav.account'), keywords: t('commands.keywords.account'), href: '/account', main: true },
  ]
}

async function documentationCommands(): Promise<CommandGroup> {
  const words = await readWords()
  const { t } = words
  const pages = describeSections(words).flatMap((section) => section.pages)
  return {
    title: t('title'),
    commands: pages.map(({ path, title }): MenuCommand => ({ label: title, href: path })),
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
