import { getTranslations } from 'next-intl/server'
import { applicationPages, applicationPath, settingsPages } from '@/components/application-pages'
import type { Command, CommandGroup } from '@/components/command-menu/commands'
import type { listApplications } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { statesWithSecret } from '@/lib/credentials/commands'

type Application = Awaited<ReturnType<typeof listApplications>>[number]

/** Of more than these, only the application itself is offered: the rest is found faster on its pages. */
const maxDetailed = 100

/** The pages of each application, which people also look for by what is on them, and what can be done with it. */
export async function applicationCommands(applications: Application[]): Promise<CommandGroup[]> {
  const t = await getTranslations('applications')
  const common = await getTranslations('common')
  const keywords = await getTranslations('common.commands.keywords')
  const create: Command = { label: t('new'), keywords: keywords('new'), href: '/applications/new' }
  const own = applications.map(({ id, name, environment, clientId }): Command => {
    const detail = common(`environment.${environment}`)
    return {
      label: name,
      detail,
      keywords: `${clientId} ${keywords('overview')}`,
      href: `/applications/${id}`,
    }
  })
  const detailed = applications.slice(0, maxDetailed)
  const pages = detailed.flatMap((application): Command[] =>
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

async function actionsOf(application: Application): Promise<Command[]> {
  const t = await getTranslations('common')
  const { id, name, environment, clientId, role } = application
  const detail = t(`environment.${environment}`)
  const copy: Command = {
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
