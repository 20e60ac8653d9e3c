import { getTranslations } from 'next-intl/server'
import { applicationPages, applicationPath } from '@/components/application-nav'
import type { Command, CommandGroup } from '@/components/command-menu/commands'
import type { listApplications } from '@/lib/applications/queries'

type Application = Awaited<ReturnType<typeof listApplications>>[number]

/** Beyond this number, they are found faster on their own page. */
const maxApplications = 100

/** The pages of each application, which people also look for by what is on them. */
export async function applicationCommands(applications: Application[]): Promise<CommandGroup> {
  const t = await getTranslations('applications')
  const common = await getTranslations('common')
  const keywords = await getTranslations('common.commands.keywords')
  const create: Command = { label: t('new'), keywords: keywords('new'), href: '/applications/new' }
  const own = applications.slice(0, maxApplications).flatMap(({ id, name, environment, role }): Command[] => {
    const place = common(`environment.${environment}`)
    return applicationPages(environment, role).map((page) => ({
      ...(page === 'overview'
        ? { label: name, detail: place }
        : { label: t(`nav.${page}`), detail: `${name} · ${place}` }),
      keywords: keywords(page),
      href: applicationPath(id, page),
    }))
  })
  return { title: t('title'), commands: [create, ...own] }
}
