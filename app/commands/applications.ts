import { getTranslations } from 'next-intl/server'
import { applicationPages, applicationPath } from '@/components/application-nav'
import type { Command, CommandGroup } from '@/components/command-menu/commands'
import type { listApplications } from '@/lib/applications/queries'

type Application = Awaited<ReturnType<typeof listApplications>>[number]

/** Beyond this number, they are found faster on their own page. */
const maxApplications = 100

/** The pages of each application, by its name. */
export async function applicationCommands(applications: Application[]): Promise<CommandGroup> {
  const t = await getTranslations('applications')
  const common = await getTranslations('common')
  const create: Command = { label: t('new'), href: '/applications/new' }
  const own = applications.slice(0, maxApplications).flatMap(({ id, name, environment }): Command[] => {
    return applicationPages(environment).map((page) => ({
      label: name,
      detail: `${common(`environment.${environment}`)} · ${t(`nav.${page}`)}`,
      href: applicationPath(id, page),
    }))
  })
  return { title: t('title'), commands: [create, ...own] }
}
