import { publishAnnouncement } from '@/lib/announcements/commands'
import { mailAnnouncements } from '@/lib/announcements/mail-announcements'
import { announcementSchema } from '@/lib/announcements/schema'
import { recordAudit } from '@/lib/audit/commands'
import { now } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { newId } from '@/lib/ids'
import { openSupportView } from '@/lib/lifecycle/support-view'
import { decideLimitRequest } from '@/lib/limits/commands'
import { requestLimit } from '@/lib/limits/request-limit'
import type { LimitDecision } from '@/lib/limits/schema'
import { acceptTerms, digestOf } from '@/lib/terms/commands'
import { findCurrentTerms } from '@/lib/terms/queries'
import { applyUploads } from '@/lib/wallet/apply-uploads'
import { submitUpload } from '@/lib/wallet/commands'
import { stageUpload } from '@/lib/wallet/upload-content'
import type { Terms } from './operator-texts'
import { type Name, people } from './people'
import type { Act } from './people-acts'
import { actorOf, byOwner, subjectOf, succeed } from './world'

/** As the command does, which has the database's clock, not the story's: to it, that day is over. */
export function publishTerms(version: number, { en: textEn, fr: textFr }: Terms, by: Name): Act {
  return (world) => {
    const administrator = actorOf<'administrator'>(world, by)
    const at = now()
    const day = at.toISOString().slice(0, 10)
    const row = { version, textEn, textFr, effectiveFrom: new Date(day), publishedAt: at }
    const digests = { sha256En: digestOf(textEn), sha256Fr: digestOf(textFr) }
    return database().$transaction(async (transaction) => {
      await transaction.termsVersion.create({ data: { ...row, requestKey: newId() } })
      const subject = { type: 'terms', id: String(version) } as const
      const detail = { version, effectiveFrom: day, ...digests }
      await recordAudit(transaction, administrator, 'terms.published', subject, detail)
    })
  }
}

/** They accept the version in force. */
export function accept(...names: Name[]): Act {
  return async (world) => {
    const terms = await findCurrentTerms()
    if (!terms) throw new Error('the story has published no terms')
    for (const name of names) {
      const acceptance = { version: terms.version, locale: people[name].locale }
      await succeed(acceptTerms(acceptance, actorOf(world, name)))
    }
  }
}

type Texts = { titleEn: string; titleFr: string; textEn: string; textFr: string }
type Period = { from: number; to?: number; sunset?: number }
type Announced = { kind: string; audience: string; endpoint?: string } & Texts

/**
 * Publishes an announcement, and queues its e-mails.
 * @param period hours from its publication
 */
export function announce(announced: Announced, { from, to, sunset }: Period, by: Name): Act {
  return async (world) => {
    const momentIn = (hours: number) =>
      new Date(now().getTime() + hours * 3_600_000).toISOString().slice(0, 13).concat(':00')
    const input = announcementSchema(now()).parse({
      ...announced,
      id: newId(),
      from: momentIn(from),
      to: to === undefined ? '' : momentIn(to),
      sunset: sunset === undefined ? '' : momentIn(sunset).slice(0, 10),
    })
    await succeed(publishAnnouncement(input, actorOf<'administrator'>(world, by)))
    await mailAnnouncements()
  }
}

/** An owner requests a higher limit. */
export function askForMore(key: string, callsPerMinute: number, reason: string): Act {
  return byOwner(key, (id, owner) => requestLimit(id, { callsPerMinute, reason }, owner))
}

export function decideLimit(key: string, by: Name, decision: LimitDecision): Act {
  return async (world) => {
    const where = { applicationId: subjectOf(world, key).id, state: 'open' } as const
    const { id } = await database().limitRequest.findFirstOrThrow({ where })
    return succeed(decideLimitRequest(id, decision, actorOf<'reviewer'>(world, by)))
  }
}

/** An administrator uploads accounts of the Sandbox, and the worker applies them. */
export function uploadAccounts(content: string, by: Name): Act {
  return async (world) => {
    const source = (async function* () {
      yield Buffer.from(content)
    })()
    const staged = await succeed(stageUpload(source))
    const options = { complete: false, allowRemovals: null, skipBad: false, asOf: now().toISOString() }
    await submitUpload(staged, { environment: 'sandbox', ...options }, actorOf<'administrator'>(world, by))
    await applyUploads(databasePool())
  }
}

export function lookForSupport(key: string, by: Name, reason: string): Act {
  return (world) =>
    succeed(openSupportView(subjectOf(world, key).id, { reason }, actorOf<'administrator'>(world, by)))
}
