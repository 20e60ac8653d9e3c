import { getTranslations } from 'next-intl/server'
import { listStaffPages } from '@/app/_request/staff-pages'
import { describeSections } from '@/app/docs/content/pages'
import { readWords } from '@/app/docs/content/words'
import type { Command, CommandGroup } from '@/components/command-menu/commands'
import { themes } from '@/components/theme'
import type { StaffPage } from '@/lib/feature'
import { locales, nameOf } from '@/lib/languages'

type Role = 'developer' | 'reviewer' | 'administrator'

/** The portal pages open to this role. */
export async function placeCommands(role: Role): Promise<CommandGroup> {
  const t = await getTranslations('common')
  const administration = await getTranslations('administration')
  const commands: Command[] = [
    { label: t('nav.applications'), href: '/applications' },
    { label: t('nav.account'), keywords: t('commands.keywords.account'), href: '/account' },
  ]
  const staffed = (page: StaffPage['page'] | 'overview', href: string): Command => ({
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
export async function entryCommands(): Promise<CommandGroup> {
  const t = await getTranslations('common')
  return {
    title: t('commands.go'),
    commands: [
      { label: t('nav.createAccount'), href: '/sign-up' },
      { label: t('nav.signIn'), href: '/sign-in' },
    ],
  }
}

export async function documentationCommands(): Promise<CommandGroup> {
  const words = await readWords()
  const { t } = words
  const pages = describeSections(words).flatMap((section) => section.pages)
  return {
    title: t('title'),
    commands: [
      { label: t('search.title'), href: '/docs/search' },
      ...pages.map(({ path, title }): Command => ({ label: title, href: path })),
    ],
  }
}

/** Theme, language and sign-out. */
export async function preferenceCommands(signedIn: boolean): Promise<CommandGroup[]> {
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
