import type { FormState } from '@/app/_request/action'

type Action = (...given: never[]) => Promise<FormState<never>>

/** The modules whose actions ask first, by the first half of an act's name; the second is the function. */
const acts = {
  access: () => import('@/app/(administration)/administration/applications/[id]/access/actions'),
  account: () => import('@/app/(portal)/account/actions'),
  accountDeletion: () => import('@/app/(portal)/account/delete/actions'),
  addresses: () => import('@/app/(portal)/applications/[id]/addresses/actions'),
  administrationWebhooks: () => import('@/app/(administration)/administration/webhooks/actions'),
  announcements: () => import('@/app/(administration)/administration/announcements/actions'),
  application: () => import('@/app/(portal)/applications/[id]/actions'),
  applicationDeletion: () => import('@/app/(portal)/applications/[id]/delete/actions'),
  certificate: () => import('@/app/(portal)/applications/[id]/certificate/actions'),
  console: () => import('@/app/_console/actions'),
  details: () => import('@/app/(portal)/applications/[id]/edit/actions'),
  developer: () => import('@/app/(administration)/administration/developers/[id]/actions'),
  invitation: () => import('@/app/(auth)/invitation/[link]/actions'),
  member: () => import('@/app/_team/member/actions'),
  operatedApplication: () => import('@/app/(administration)/administration/applications/[id]/actions'),
  organisation: () => import('@/app/(review)/review/[id]/organisation-actions'),
  organisationOwner: () => import('@/app/(administration)/administration/organisations/[id]/actions'),
  ownOrganisation: () => import('@/app/(portal)/organisations/[id]/actions'),
  review: () => import('@/app/(review)/review/[id]/actions'),
  roles: () => import('@/app/(administration)/administration/roles/actions'),
  support: () => import('@/app/(administration)/administration/applications/[id]/support/actions'),
  team: () => import('@/app/_team/actions'),
  templates: () => import('@/app/(review)/review/templates/actions'),
  testAccounts: () => import('@/app/(portal)/applications/[id]/accounts/actions'),
  webhooks: () => import('@/app/(portal)/applications/[id]/webhooks/actions'),
}

/** The action behind an act's name. */
export async function findAction(act: string): Promise<Action> {
  const [module = '', name = ''] = act.split('.')
  const actions = await acts[module as keyof typeof acts]()
  return (actions as unknown as Record<string, Action>)[name] as Action
}
