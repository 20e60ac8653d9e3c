import { generateSync } from 'otplib'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptTeamInvitation } from '@/lib/applications/join'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { acceptAsNewcomer } from '@/lib/developers/invitation'
import { inviteToRole } from '@/lib/developers/roles'
import { activateDeveloper, requestActivation } from '@/lib/identity/activation'
import { showSetupKey, turnOnSecondFactor } from '@/lib/identity/second-factor'
import type { StartedSession } from '@/lib/identity/session'
import { suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { findCurrentTerms } from '@/lib/terms/queries'
import { type Name, type Profile, people } from './people'
import { actorOf, device, findMailedLink, type Person, subjectOf, succeed, type World } from './world'

/** A step of the story, carried out by the product's own commands at the time that the clock shows. */
export type Act = (world: World) => Promise<unknown>

/** The first administrator follows the link of the seed, and sets up an authenticator. */
export function openInstallation(name: Name): Act {
  return async (world) => {
    const { email } = people[name]
    const link = await findMailedLink(email)
    const session = await succeed(activateDeveloper({ link, password: world.password }, device))
    await setUpAuthenticator(world, name, session)
  }
}

/** An administrator invites a reviewer, who accepts and sets up an authenticator. */
export function inviteReviewer(by: Name, name: Name): Act {
  return async (world) => {
    const { email, locale } = people[name]
    const administrator = actorOf<'administrator'>(world, by)
    await succeed(inviteToRole({ email, role: 'reviewer' }, administrator, locale))
    const link = await findMailedLink(email)
    const session = await succeed(acceptAsNewcomer({ link, password: world.password }, device))
    await setUpAuthenticator(world, name, session)
  }
}

/** Signs up, follows the link in the mail, and accepts the terms. */
export function signUp(name: Name): Act {
  return async (world) => {
    await requestLink(name)(world)
    const link = await findMailedLink(people[name].email)
    const terms = await findCurrentTerms()
    const accepted = terms && {
      terms: 'on' as const,
      termsVersion: terms.version,
      termsLocale: people[name].locale,
    }
    const session = await succeed(activateDeveloper({ link, password: world.password, ...accepted }, device))
    world.ids[name] = session.developerId
  }
}

/** Signs up, and leaves the link in the mail unused. */
export function requestLink(name: Name): Act {
  const { email, locale } = people[name]
  return () => succeed(requestActivation({ email, locale, resend: false, address: null }))
}

/** An owner invites someone to an application or organisation, who accepts. */
export function addToTeam(key: string, name: Name, role: 'owner' | 'member'): Act {
  return async (world) => {
    const { id, owner } = subjectOf(world, key)
    const { email } = people[name]
    const invitation = await succeed(inviteToTeam(id, { email, role }, actorOf(world, owner)))
    await succeed(acceptTeamInvitation(invitation, actorOf(world, name)))
  }
}

/** An invitation that no one has accepted. */
export function inviteAddress(key: string, email: string): Act {
  return (world) => {
    const { id, owner } = subjectOf(world, key)
    return succeed(inviteToTeam(id, { email, role: 'member' }, actorOf(world, owner)))
  }
}

export function suspendPerson(name: Name, by: Name, reason: string): Act {
  return (world) =>
    succeed(suspendDeveloper(actorOf(world, name).id, { reason }, actorOf<'administrator'>(world, by)))
}

async function setUpAuthenticator(world: World, name: Name, session: StartedSession): Promise<void> {
  const { email }: Profile = people[name]
  world.ids[name] = session.developerId
  const person: Person<'administrator' | 'reviewer'> = actorOf(world, name)
  const { confirmedAt } = await database().session.findUniqueOrThrow({ where: { id: session.sessionId } })
  const setup = await showSetupKey({ id: person.id, email }, session.sessionId)
  if (!setup) throw new Error(`${email} has an authenticator already`)
  const code = generateSync({ secret: setup.key, epoch: Math.floor(now().getTime() / 1000) })
  const current = { id: session.sessionId, confirmedAt }
  const { recoveryCodes } = await succeed(turnOnSecondFactor(code, person, current, device))
  world.factors[name] = { setupKey: setup.key, recoveryCodes: recoveryCodes ?? [] }
}
