import { findApplicationFor } from '@/lib/applications/queries'
import { execute } from '@/lib/commands/execute'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'
import { describeRehearsal, readRecorded } from '@/lib/rehearsals/describe'
import { findRehearsal } from '@/lib/rehearsals/queries'
import { type Caller, noApplication } from './caller'
import { fail, type Outcome } from './outcome'
import type { ToolArguments } from './tools'

type OfApplication = ToolArguments<'get_rehearsal'>

export async function startOne({ applicationId }: OfApplication, { holder }: Caller): Promise<Outcome> {
  const target = applicationId.toLowerCase()
  const result = await execute(startRehearsal, { actor: holder.owner, target })
  if (result.ok) return report(applicationId, holder.owner.id, 201)
  if (result.reason === 'already_running')
    return fail('rehearsal_running', 'A rehearsal of this application is running. Read it, or end it first.')
  if (result.reason === 'not_active')
    return fail('not_active', 'This application is suspended.', 'applicationId')
  return noApplication()
}

export async function readOne({ applicationId }: OfApplication, { holder }: Caller): Promise<Outcome> {
  const application = await findApplicationFor(holder.owner.id, 'view', applicationId.toLowerCase())
  return application ? report(application.id, holder.owner.id) : noApplication()
}

export async function endOne({ applicationId }: OfApplication, { holder }: Caller): Promise<Outcome> {
  const target = applicationId.toLowerCase()
  const result = await execute(endRehearsal, { actor: holder.owner, target })
  if (result.ok) return report(applicationId, holder.owner.id)
  return result.reason === 'not_running'
    ? noRehearsal('No rehearsal is running. Start one.')
    : noApplication()
}

async function report(applicationId: string, developerId: string, status = 200): Promise<Outcome> {
  const found = await readRecorded(() => findRehearsal(applicationId.toLowerCase(), developerId))
  if (!found) return noRehearsal('This application has had no rehearsal. Start one.')
  return { ok: true, value: describeRehearsal(found), status }
}

function noRehearsal(message: string): Outcome {
  return fail('rehearsal_not_found', message, 'applicationId')
}
