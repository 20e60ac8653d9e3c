import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { database } from '@/lib/database'
import { requestActivation } from '@/lib/identity/activation'
import { newId } from '@/lib/ids'
import { createProductionApplication, createSandboxApplication } from '@/lib/lifecycle/create-application'
import { suspendApplication } from '@/lib/lifecycle/suspend-application'
import { succeed } from '@/lib/result'
import { decideSubmission, type Reviewer } from '@/lib/validation/decide'
import { submitForValidation } from '@/lib/validation/submit'
import { applicationFields } from '@/scripts/launch/data'
import { createDeveloper } from '@/test/factories'
import { decision, upload } from '@/test/validation'
import type { Ledger } from './ledger'

export type Writer = { stop(): Promise<void> }

type Setting = { ledger: Ledger; owner: Pool; reviewer: Reviewer }

const betweenRounds = 400

/**
 * Repeats what people do on the portal, and records what was acknowledged. A step that fails ends its round: it was not
 * acknowledged.
 */
export function startWriter(setting: Setting): Writer {
  let stopped = false
  const ended = loop()

  async function loop(): Promise<void> {
    for (let round = 0; !stopped; round++) {
      await writeRound(setting, round).catch(() => {})
      await pause(betweenRounds)
    }
  }

  return {
    async stop() {
      stopped = true
      await ended
    },
  }
}

async function writeRound(setting: Setting, round: number): Promise<void> {
  const { ledger, owner } = setting
  const email = `${newId()}@faults.invalid`
  await succeed(requestActivation({ email, locale: 'en', resend: true, address: null }))
  ledger.developers.push([email])
  ledger.mails.push([email, 'activation-link', '1'])
  const { rows } = await owner.query('SELECT id FROM developer WHERE email = $1', [email])
  ledger.audits.push([rows[0]?.id ?? 'nobody', 'developer.signed_up'])

  const applicant = `${newId()}@faults.invalid`
  const developer = await createDeveloper({ email: applicant }, owner)
  await writeSandbox(setting, developer, applicant)
  await writeProduction(setting, developer, applicant, round)
}

type Developer = { id: string; role: 'developer' }

async function writeSandbox(
  { ledger, reviewer }: Setting,
  developer: Developer,
  email: string,
): Promise<void> {
  const created = await createSandboxApplication(applicationFields('Under faults'), developer)
  if (!created.ok) return
  const { id } = created.value
  ledger.applications.push([id])
  ledger.audits.push([id, 'application.created'])
  ledger.mails.push([email, 'application-created', '1'])
  await succeed(suspendApplication(id, { reason: 'Tried under faults.' }, reviewer))
  ledger.audits.push([id, 'application.suspended'])
  ledger.mails.push([email, 'application-suspended', '1'])
}

async function writeProduction(
  { ledger, reviewer }: Setting,
  developer: Developer,
  email: string,
  round: number,
): Promise<void> {
  const created = await createProductionApplication(applicationFields('Under faults'), developer)
  if (!created.ok) return
  const { id } = created.value
  ledger.applications.push([id])
  ledger.mails.push([email, 'application-created', '2'])
  const submission = await database().submission.findFirstOrThrow({
    where: { applicationId: id },
    include: { requirements: true },
  })
  for (const { requirementId } of submission.requirements) {
    await succeed(upload(id, requirementId, developer))
    ledger.documents.push([submission.id, requirementId])
  }
  await succeed(submitForValidation(id, developer))
  ledger.audits.push([submission.id, 'submission.submitted'])
  ledger.mails.push([email, 'validation-submitted', '1'])
  const outcome = round % 2 ? 'approved' : 'changes_requested'
  await succeed(decideSubmission(await decision(submission.id, outcome), reviewer))
  ledger.decisions.push([submission.id])
  ledger.audits.push([submission.id, `submission.${outcome}`])
  if (outcome === 'changes_requested') ledger.mails.push([email, 'validation-changes-requested', '1'])
}
