import type { Actor } from '@/lib/audit/schema'
import { type Name, people } from './people'

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
