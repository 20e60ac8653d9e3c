import { generateSync } from 'otplib'
import { inviteToTeam } from '@/lib/applications/invite'
import { visitor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { execute } from '@/lib/commands/execute'
import { acceptAsNewcomer } from '@/lib/developers/invitation'
import { changeProfile } from '@/lib/developers/profile'
import { inviteToRole } from '@/lib/developers/roles'
import { acceptTerms } from '@/lib/identity/accept-terms'
import { activateDeveloper, requestActivation } from '@/lib/identity/activation'
import { showSetupKey, turnOnSecondFactor } from '@/lib/identity/second-factor'
import type { StartedSession } from '@/lib/identity/session'
import { suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { succeed } from '@/lib/result'
import { findCurrentTerms } from '@/lib/terms/queries'
import { addMember, lastLink } from '../data'
import { executeAs } from '../execute-as'
import { actorOf, device, type Name, people, subjectOf, type World } from './world'

const newcomer = { ...visitor, device }

/** The first administrator follows the link of the seed, and sets up an authenticator. */
export async function openInstallation(world: World, name: Name) {
  const link = await lastLink(people[name].email)
  const session = await succeed(
    executeAs(newcomer, activateDeveloper, { input: { link, password: world.password } }),
  )
  await setUpAuthenticator(world, name, session)
}

/** An administrator invites a reviewer, who accepts and sets up an authenticator. */
export async function inviteReviewer(world: World, by: Name, name: Name) {
  const { email, locale } = people[name]
  await succeed(
    executeAs(actorOf<'administrator'>(world, by), inviteToRole, {
      input: { email, role: 'reviewer', locale },
    }),
  )
  const link = await lastLink(email)
  const session = await succeed(
    executeAs(newcomer, acceptAsNewcomer, { input: { link, password: world.password } }),
  )
  await setUpAuthenticator(world, name, session)
}

/** Signs up, follows the link in the mail, and accepts the terms. */
export async function signUp(world: World, name: Name) {
  const { email, locale } = people[name]
  await requestLink(world, name)
  const link = await lastLink(email)
  const terms = await findCurrentTerms()
  const accepted = terms && { terms: 'on' as const, termsVersion: terms.version, termsLocale: locale }
  const input = { link, password: world.password, ...accepted }
  const session = await succeed(executeAs(newcomer, activateDeveloper, { input }))
  await introduce(world, name, session)
}

/** They are in the story from now on, and say their name. */
async function introduce(world: World, name: Name, { developerId }: StartedSession): Promise<void> {
  world.ids[name] = developerId
  const displayName = people[name].email
    .replace(/@.*/, '')
    .replace('.', ' ')
    .replace(/\b\w/g, (letter) => letter.toUpperCase())
  await succeed(
    executeAs(actorOf<'developer'>(world, name), changeProfile, { input: { displayName, timeZone: '' } }),
  )
}

/** Signs up, and leaves the link in the mail unused. */
export function requestLink(_world: World, name: Name) {
  const { email, locale } = people[name]
  return succeed(executeAs(newcomer, requestActivation, { input: { email, locale } }))
}

/** They accept the version of the terms in force. */
export async function acceptNewTerms(world: World, ...names: Name[]) {
  const terms = await findCurrentTerms()
  if (!terms) throw new Error('the story has published no terms')
  for (const name of names)
    await succeed(
      executeAs(actorOf<'developer'>(world, name), acceptTerms, {
        input: { version: terms.version, locale: people[name].locale },
      }),
    )
}

/** An owner invites someone to an application or organisation, who accepts. */
export function addToTeam(world: World, key: string, name: Name, role: 'owner' | 'member') {
  const { id, owner } = subjectOf(world, key)
  return addMember(id, owner, { ...people[name], ...actorOf(world, name) }, role)
}

/** An invitation that no one has accepted. */
export function inviteAddress(world: World, key: string, email: string) {
  const { id, owner } = subjectOf(world, key)
  return succeed(executeAs(owner, inviteToTeam, { target: id, input: { email, role: 'member' } }))
}

export function suspendPerson(world: World, name: Name, by: Name, reason: string) {
  return succeed(
    executeAs(actorOf<'administrator'>(world, by), suspendDeveloper, {
      target: actorOf(world, name).id,
      input: { reason },
    }),
  )
}

async function setUpAuthenticator(world: World, name: Name, session: StartedSession): Promise<void> {
  const { email } = people[name]
  await introduce(world, name, session)
  const person = actorOf<'administrator' | 'reviewer'>(world, name)
  const setup = await showSetupKey({ id: person.id, email }, session.sessionId)
  if (!setup) throw new Error(`${email} has an authenticator already`)
  const code = generateSync({ secret: setup.key, epoch: Math.floor(now().getTime() / 1000) })
  const actor = { ...person, session: { id: session.sessionId, device, idempotencyKey: null } }
  const { recoveryCodes } = await succeed(execute(turnOnSecondFactor, { actor, input: { code } }))
  world.factors[name] = { setupKey: setup.key, recoveryCodes: recoveryCodes ?? [] }
}
