import { z } from 'zod'
import { publishAnnouncement } from '@/lib/announcements/announcement'
import { mailAnnouncements } from '@/lib/announcements/mail-announcements'
import { announcementSchema } from '@/lib/announcements/schema'
import { application } from '@/lib/applications/target'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { database, databasePool } from '@/lib/database'
import { reasonSchema } from '@/lib/developers/reason'
import { suspendApplication } from '@/lib/lifecycle/suspend-application'
import { requestCommands } from '@/lib/quota-requests/commands'
import type { RequestDecision } from '@/lib/quota-requests/schema'
import { done, succeed } from '@/lib/result'
import { digestsOf } from '@/lib/terms/terms'
import { columnsFrom } from '@/lib/translations'
import { resolveAlert } from '@/lib/usage/alert'
import { raiseAlert } from '@/lib/usage/commands'
import { applyUploads } from '@/lib/wallet/apply-uploads'
import { submitUpload } from '@/lib/wallet/commands'
import { stageUpload } from '@/lib/wallet/upload-content'
import { piecesOf } from '../data'
import { executeAs } from '../execute-as'
import { accountFiles, announcements } from './tables'
import { actorOf, type Name, subjectOf, type World } from './world'

const support = {
  en: `

## Support

With your consent, our support team may look at the pages of your application. You can see when and why on your account page.`,
  fr: `

## Assistance

Avec votre accord, notre équipe d’assistance peut consulter les pages de votre application. Vous voyez quand et pourquoi sur la page de votre compte.`,
}

/** As `publishTerms` does, which has the database's clock, not the story's: to it, that day is over. */
const publishTermsToday = command({
  right: 'administrator',
  input: z.custom<1 | 2>(),
  audit: 'terms.published',
  async run({ transaction, input: version, record }) {
    const texts = writeTerms(version)
    const day = now().toISOString().slice(0, 10)
    const row = { version, ...texts, effectiveFrom: new Date(day), publishedAt: now() }
    await transaction.termsVersion.create({ data: row })
    record({ type: 'terms', id: String(version) }, { version, effectiveFrom: day, ...digestsOf(texts) })
    return done(undefined)
  },
})

export function publishTerms(world: World, version: 1 | 2, by: Name) {
  return succeed(executeAs(actorOf<'administrator'>(world, by), publishTermsToday, { input: version }))
}

/**
 * Publishes an announcement, and queues its e-mails.
 * @param sunset hours from its publication, like `from` and `to`
 */
export async function announce(
  world: World,
  kind: keyof typeof announcements,
  by: Name,
  from: number,
  to: number,
  sunset?: number,
) {
  const momentIn = (hours: number) =>
    new Date(now().getTime() + hours * 3_600_000).toISOString().slice(0, 13).concat(':00')
  const input = announcementSchema.parse({
    ...announcements[kind],
    kind,
    from: momentIn(from),
    to: momentIn(to),
    sunset: sunset === undefined ? '' : momentIn(sunset).slice(0, 10),
  })
  await succeed(executeAs(actorOf<'administrator'>(world, by), publishAnnouncement, { input }))
  await mailAnnouncements()
}

export async function decideLimit(world: World, key: string, by: Name, outcome: RequestDecision['outcome']) {
  const where = { applicationId: subjectOf(world, key).id, state: 'open' } as const
  const { id } = await database().limitRequest.findFirstOrThrow({ where })
  const input = { outcome, reason: '' }
  return succeed(
    executeAs(actorOf<'reviewer'>(world, by), requestCommands.limits.decide, { target: id, input }),
  )
}

/** An administrator uploads accounts of the Sandbox, and the worker applies them. */
export async function uploadAccounts(world: World, file: keyof typeof accountFiles, by: Name) {
  const staged = await succeed(stageUpload(piecesOf(Buffer.from(accountFiles[file]))))
  const options = { complete: false, allowRemovals: null, skipBad: false, asOf: now().toISOString() }
  const input = { staged, options: { environment: 'sandbox', ...options } } as const
  await succeed(executeAs(actorOf<'administrator'>(world, by), submitUpload, { input }))
  await applyUploads(databasePool())
}

/** The entry alone: the requests that could be looked at are written after the story. */
const recordSupportView = command({
  on: application,
  right: 'administrator',
  input: reasonSchema,
  audit: 'application.viewed_for_support',
  async run({ application: { id }, input: { reason }, record }) {
    record({ type: 'application', id }, { reason })
    return done(undefined)
  },
})

export function lookForSupport(world: World, key: string, by: Name, reason: string) {
  const request = { target: subjectOf(world, key).id, input: { reason } }
  return succeed(executeAs(actorOf<'administrator'>(world, by), recordSupportView, request))
}

export function suspend(world: World, key: string, by: Name, reason: string) {
  const { id } = subjectOf(world, key)
  return succeed(
    executeAs(actorOf<'administrator'>(world, by), suspendApplication, { target: id, input: { reason } }),
  )
}

/** The alert that a gateway raises when a Production application asks for many unknown numbers. */
export function alert(world: World, key: string, address: string) {
  const detail = { address, limit: 100 }
  return raiseAlert(databasePool(), 'production', 'account_enumeration', subjectOf(world, key).id, detail)
}

export async function resolveAlertOf(world: World, key: string, by: Name) {
  const where = { applicationId: subjectOf(world, key).id, resolvedAt: null }
  const { id } = await database().operatorAlert.findFirstOrThrow({ where })
  return succeed(executeAs(actorOf<'administrator'>(world, by), resolveAlert, { target: id }))
}

/** The terms of the invented operator: the second version is what developers see the differences of. */
function writeTerms(version: 1 | 2) {
  const isNew = version === 2
  const en = `# Terms of use

These terms apply to every application that calls the eWallet API.

## Balances

You may show a balance to the customer it belongs to, and use it for the payment that they are making. You may not keep it for longer than the payment takes${isNew ? ', nor use it to rate customers' : ''}.

## Credentials

Keep your client secret on your servers. If it may have leaked, rotate it and let us know within **${isNew ? 24 : 72} hours**.

## Limits

Wait for the time that \`Retry-After\` gives before you call again.`
  const fr = `# Conditions d’utilisation

Ces conditions s’appliquent à toute application qui appelle l’API eWallet.

## Soldes

Vous pouvez montrer un solde au client à qui il appartient, et l’utiliser pour le paiement en cours. Vous ne pouvez pas le conserver au-delà de ce paiement${isNew ? ', ni vous en servir pour noter des clients' : ''}.

## Identifiants

Gardez votre secret client sur vos serveurs. S’il a pu fuiter, renouvelez-le et prévenez-nous sous **${isNew ? 24 : 72} heures**.

## Limites

Attendez la durée indiquée par \`Retry-After\` avant tout nouvel appel.`
  const text = isNew ? { en: `${en}${support.en}`, fr: `${fr}${support.fr}` } : { en, fr }
  return columnsFrom({ text })
}
