import { userInfo } from 'node:os'
import { type SystemActor, systemActor } from '@/lib/audit/schema'

/** The system as actor, with the operating system's user who runs the command, for the audit log. */
export function operatorActor(): SystemActor {
  return { ...systemActor, operator: nameOperator() }
}

/** `awa`, or `awa as root` through sudo. */
export function nameOperator(): string {
  const user = nameUser()
  const caller = process.env.SUDO_USER
  return caller && caller !== user ? `${caller} as ${user}` : user
}

/** In a container a user may have no name. */
function nameUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
