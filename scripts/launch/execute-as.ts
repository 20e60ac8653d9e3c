import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import type { AnyCommand, CommandRequest, OutcomeOf } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'

/** Executes a command as this person, who has just confirmed who they are. */
export function executeAs<Executed extends AnyCommand>(
  actor: Actor,
  command: Executed,
  request: Omit<CommandRequest<Executed>, 'actor'> = {},
): Promise<OutcomeOf<Executed>> {
  return execute(command, { actor: actor.id === null ? actor : { confirmedAt: now(), ...actor }, ...request })
}
