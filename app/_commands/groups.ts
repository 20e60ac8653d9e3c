import { getTranslations } from 'next-intl/server'
import { describeSections } from '@/app/docs/content/pages'
import { readWords } from '@/app/docs/content/words'
import { administrationPages } from '@/components/administration-pages'
import type { Command, CommandGroup } from '@/components/command-menu/commands'
import { themes } from '@/components/theme'
import { locales } from '@/i18n/locale'

type Role = 'developer' | 'reviewer' | 'administrator'

/** The portal pages open to this role. */
export async function placeCommands(role: Role): Promise<CommandGroup> {
  const t = await getTranslations('common')
  const review = await getTranslations('review')
  const administration = await getTranslations('administration')
  const commands: Command[] = [
    { label: t('nav.applications'), href: '/applications' },
    { label: t('nav.account'), keywords: t('commands.keywords.account'), href: '/account' },
  ]
  if (role !== 'developer') commands.push({ label: t('nav.review'), href: '/review' })
  if (role === 'administrator') {
    commands.push({ label: review('requirements.title'), href: '/review/requirements' })
    for (const page of administrationPages)
      commands.push({
        label: administration(`nav.${page}`),
        detail: t('nav.administration'),
        href: page === 'overview' ? '/administration' : `/administration/${page}`,
      })
  }
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
        label: t(`language.${locale}`),
        action: 'locale',
        value: locale,
      })),
    },
    ...(signedIn ? [out] : []),
  ]
}
