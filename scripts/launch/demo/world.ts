import type { Role } from '@/generated/prisma/enums'
import type { Actor } from '@/lib/audit/schema'

/** A second factor that was set up in the demo: for an authenticator app, or for one sign-in each. */
export type Factor = { setupKey: string; recoveryCodes: string[] }

/** The story so far: its names, with the ids that they were given. */
export type World = {
  password: string
  ids: Partial<Record<Name, string>>
  /** Applications and organisations. */
  subjects: Record<string, { id: string; owner: Name }>
  factors: Partial<Record<Name, Factor>>
}

/** The browser of everyone in the demo. */
export const device = {
  address: '127.0.0.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Someone as the actor of a command. @throws when the story has not come to them yet */
export function actorOf<As extends Exclude<Actor['role'], 'system'>>(
  world: World,
  name: Name,
): { id: string; role: As } {
  const id = world.ids[name]
  if (!id) throw new Error(`the story has not introduced ${name}`)
  return { id, role: people[name].role as As }
}

/** An application or organisation, with its owner as the actor of a command. */
export function subjectOf(world: World, key: string) {
  const found = world.subjects[key]
  if (!found) throw new Error(`the story has not created ${key}`)
  return { id: found.id, profile: people[found.owner], owner: actorOf<'developer'>(world, found.owner) }
}

/** Someone in the demo; `shows` is what signing in as them is good for, and absent for those who cannot. */
export type Profile = {
  email: string
  locale: 'en' | 'fr'
  role: Role
  /** what their documents name */
  company: string
  shows?: string
}

/** The first administrator, whom the seed of every installation invites. */
export const administrator = 'helen.brooks@operator.example'

const companies: Record<string, string> = {
  'operator.example': 'The operator',
  'teranga-pay.example': 'Teranga Pay SA',
  'kiosque.example': 'Kiosque SARL',
  'harbour-ledger.example': 'Harbour Ledger Ltd',
  'bright-market.example': 'Bright Market Ltd',
  'lumen-assurances.example': 'Lumen Assurances SA',
  'quick-loans.example': 'Quick Loans Ltd',
  'sahel-transfert.example': 'Sahel Transfert SARL',
  'atlas-commerce.example': 'Atlas Commerce SARL',
}

function person(email: string, locale: 'en' | 'fr', shows?: string, role: Role = 'developer'): Profile {
  return { email, locale, role, shows, company: companies[email.replace(/.*@/, '')] ?? '' }
}

/** Everyone, by the name that the story calls them. The domains are reserved for examples (RFC 2606). */
export const people = {
  helen: person(administrator, 'en', 'administration', 'administrator'),
  claire: person('claire.dubois@operator.example', 'fr', 'a queue with an overdue submission', 'reviewer'),
  samuel: person('samuel.boateng@operator.example', 'en', 'a submission that he is working on', 'reviewer'),
  awa: person('awa.ndiaye@teranga-pay.example', 'fr', 'months in Production, and a revision in validation'),
  moussa: person('moussa.diop@teranga-pay.example', 'fr', 'that team; has yet to accept the new terms'),
  julien: person('julien.moreau@kiosque.example', 'fr', 'test accounts, and a submission under review'),
  fatou: person('fatou.sow@kiosque.example', 'fr', 'a member of that team'),
  emily: person(
    'emily.carter@harbour-ledger.example',
    'en',
    'an organisation, a finished rehearsal, a secret that is being rotated, and a limit that was reached',
  ),
  daniel: person('daniel.okafor@harbour-ledger.example', 'en', 'those too; has yet to accept the new terms'),
  grace: person(
    'grace.mensah@bright-market.example',
    'en',
    'requested changes, an organisation in verification, and a rehearsal that is running',
  ),
  thomas: person('thomas.leroy@lumen-assurances.example', 'fr', 'an overdue submission and a draft'),
  sarah: person('sarah.whitfield@quick-loans.example', 'en', 'a rejected and a suspended application'),
  ibrahim: person('ibrahim.kone@sahel-transfert.example', 'fr'),
  nadia: person('nadia.benali@atlas-commerce.example', 'fr'),
} satisfies Record<string, Profile>

export type Name = keyof typeof people
