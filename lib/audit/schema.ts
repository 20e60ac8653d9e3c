/** The caller's network address, User-Agent header, and the marks of the browser (`rememberDevice`). */
export type Device = { address: string; userAgent: string; marks?: string }

/**
 * The session in which someone acts. `idempotencyKey` is that of the form that they post, which they may post again.
 */
export type ActingSession = { id: string; device: Device; idempotencyKey: string | null }

/**
 * The actor of an action: a developer by id in one of their roles, or the system itself. `accessKey` is the id of the
 * personal access key by which a program acts for them, `confirmedAt` when they last confirmed who they are in their
 * `session`.
 */
export type Actor =
  | {
      id: string
      role: 'developer' | 'reviewer' | 'administrator'
      accessKey?: string
      confirmedAt?: Date | null
      session?: ActingSession
    }
  | { id: null; role: 'visitor'; device?: Device }
  | SystemActor

/** A developer who acts on their own account, or on an application that they own, share or are about to own. */
export type Owner = Extract<Actor, { id: string }>

/** A developer who acts on someone else's, in a role that allows it. */
export type Administrator = Extract<Actor, { id: string }>

/**
 * The system; `operator` is the operating system's user who ran a command, `configurationFile` the SHA-256
 * (hexadecimal) of the file that is applied.
 */
export type SystemActor = { id: null; role: 'system'; operator?: string; configurationFile?: string }

/** The worker's jobs and the start script. */
export const systemActor = { id: null, role: 'system' } as const satisfies SystemActor

/** Someone who is not signed in, for example when signing up or requesting a link. */
export const visitor = { id: null, role: 'visitor' } as const satisfies Actor

/** The subject of an audit row. Ids only, never an e-mail address, so that no row ever has to be rewritten. */
export type AuditSubject = {
  type: keyof AuditSubjects
  id: string
}

/**
 * Every audited action, as subject and past participle. Each concept adds its own in its `feature.ts`, those of `audit`
 * there. A new action also gets its sentence in messages/LANG/audit.json; `npx vitest run messages` names one without.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each concept adds to it
export interface AuditActions {}

/** What an audit entry can be about; each concept adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: each concept adds to it
export interface AuditSubjects {}

/** The names of actions, also those of earlier versions. */
export type KnownAction = keyof AuditActions

/** The actions that are still recorded: refused sign-ins are no longer in the log (lib/identity/refused-sign-in.ts). */
export type AuditAction = Exclude<KnownAction, 'session.refused'>
