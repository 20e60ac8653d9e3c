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
