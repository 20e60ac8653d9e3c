import { now } from '@/lib/clock'
import { setValidity } from '@/lib/documents/validity'
import { newId } from '@/lib/ids'
import { createOrganisation } from '@/lib/lifecycle/create-organisation'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'
import { type OrganisationRecord, organisationSchema } from '@/lib/organisations/schema'
import { decideOn } from './application-acts'
import type { Name } from './people'
import type { Act } from './people-acts'
import { actorOf, findSubmission, subjectOf, succeed } from './world'

/** Creates an organisation. */
export function found(owner: Name, key: string, record: OrganisationRecord): Act {
  return async (world) => {
    const input = { ...organisationSchema.parse(record), requestKey: newId() }
    const { id } = await succeed(createOrganisation(input, actorOf(world, owner)))
    world.subjects[key] = { id, owner }
  }
}

/** The owner types the last day of a document that was uploaded. @param days from then */
export function limitValidity(key: string, position: number, days: number): Act {
  return async (world) => {
    const { id, owner } = subjectOf(world, key)
    const { requirements } = await findSubmission(world, key)
    const value = new Date(now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const typed = requirements.flatMap((each) => (each.position === position ? [{ ...each, value }] : []))
    const refused = await setValidity(id, typed, actorOf(world, owner))
    if (refused.length > 0)
      throw new Error(`the last day of a document of ${key}: ${JSON.stringify(refused)}`)
  }
}

/** No gateway has to prove it. */
export function verify(key: string, by: Name): Act {
  return decideOn(key, by, 'approved', { access: 'unchanged' })
}

/** The owner moves an application into the organisation. */
export function moveInto(organisation: string, key: string): Act {
  return (world) => {
    const { id, owner } = subjectOf(world, key)
    return succeed(moveIntoOrganisation(id, subjectOf(world, organisation).id, actorOf(world, owner)))
  }
}
