import { rotateSecret } from '@/lib/credentials/client-secret'
import { database } from '@/lib/database'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'
import { requestCommands } from '@/lib/quota-requests/commands'
import { succeed } from '@/lib/result'
import { importTestAccounts } from '@/lib/sandbox/commands'
import { makeApplication, makeOrganisation } from '../data'
import { executeAs } from '../execute-as'
import { applications, organisations, testAccounts } from './tables'
import { actorOf, type Name, subjectOf, type World } from './world'

/** @param organisation that it belongs to; a personal one without */
export async function createApplication(world: World, key: keyof typeof applications, organisation?: string) {
  const [owner, environment, name, description] = applications[key]
  const organisationId = organisation ? subjectOf(world, organisation).id : null
  const filledIn = { description, organisationId }
  const { id } = await makeApplication(actorOf(world, owner), environment, name, filledIn)
  world.subjects[key] = { id, owner }
}

/** Creates an organisation. */
export async function found(world: World, owner: Name, key: keyof typeof organisations) {
  const id = await makeOrganisation(actorOf(world, owner), organisations[key])
  world.subjects[key] = { id, owner }
}

/** The owner moves an application into the organisation. */
export function moveInto(world: World, organisation: string, key: string) {
  const { id, owner } = subjectOf(world, key)
  const { id: organisationId } = subjectOf(world, organisation)
  return succeed(executeAs(owner, moveIntoOrganisation, { target: id, input: { organisationId } }))
}

/** @param overlap hours for which the previous secret keeps working */
export async function rotateClientSecret(world: World, key: string, overlap: number) {
  const { id, owner } = subjectOf(world, key)
  const current = { applicationId: id, revokedAt: null, retiresAt: null }
  const { id: secretId } = await database().clientSecret.findFirstOrThrow({ where: current })
  return succeed(executeAs(owner, rotateSecret, { target: id, input: { secretId, overlap } }))
}

/** An owner requests a higher limit. */
export function askForMore(world: World, key: string, callsPerMinute: number, reason: string) {
  const { id, owner } = subjectOf(world, key)
  return succeed(
    executeAs(owner, requestCommands.limits.send, { target: id, input: { callsPerMinute, reason } }),
  )
}

/** Imports test accounts, as developers do from a file. */
export function addTestAccounts(world: World, key: keyof typeof testAccounts) {
  const { id, owner } = subjectOf(world, key)
  const accounts = testAccounts[key]
  const fixture = JSON.stringify({ format: 'guichet-test-accounts', version: 1, accounts })
  return succeed(executeAs(owner, importTestAccounts, { target: id, input: { fixture } }))
}

export function removeApplication(world: World, key: string) {
  const { id, owner } = subjectOf(world, key)
  return succeed(executeAs(owner, deleteApplication, { target: id, input: {} }))
}
