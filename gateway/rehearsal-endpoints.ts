import { endByProgram, startByProgram } from '@/lib/rehearsals/by-program'
import { describeRehearsal, isRecording, readRecorded } from '@/lib/rehearsals/describe'
import type { RehearsalView } from '@/lib/rehearsals/schema'
import { getBearer, invalidToken } from './bearer'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { line } from './responses/lines'
import { Problem } from './responses/problem'
import { admit, sendJson } from './sandbox-endpoints'
import { inSteps } from './steps'

/** `POST /sandbox/v1/rehearsal` */
export const answerStartRehearsal = inSteps(...admit('rehearsals'), async (gateway, exchange) => {
  const { pool, environment } = gateway
  const started = startByProgram(pool, environment, getBearer(exchange).rights.applicationId)
  const outcome = await beforeDeadline(gateway, exchange, started)
  if (outcome === 'running')
    throw new Problem(409, 'rehearsal_running', 'A rehearsal of this application is running.')
  // Suspended or deleted since its token was looked up.
  if (outcome === 'no_application') throw invalidToken(gateway)
  sendJson(exchange, 201, JSON.stringify(describeRehearsal(await read(gateway, exchange))))
})

/** `GET /sandbox/v1/rehearsal`: the latest one. */
export const answerReadRehearsal = inSteps(...admit('reads'), async (gateway, exchange) =>
  sendReport(exchange, await read(gateway, exchange)),
)

/** `DELETE /sandbox/v1/rehearsal`: ends the one that is running. */
export const answerEndRehearsal = inSteps(...admit('rehearsals'), async (gateway, exchange) => {
  const { pool, environment } = gateway
  const ending = endByProgram(pool, environment, getBearer(exchange).rights.applicationId)
  if (!(await beforeDeadline(gateway, exchange, ending))) throw notFound()
  sendReport(exchange, await readRecorded(() => read(gateway, exchange)))
})

/** With `Retry-After`, by which programs know that the outcomes are not final, while the last calls are missing. */
function sendReport(exchange: Exchange, found: RehearsalView): void {
  if (isRecording(found)) exchange.extraLines += line('Retry-After', 1)
  sendJson(exchange, 200, JSON.stringify(describeRehearsal(found)))
}

async function read(gateway: Gateway, exchange: Exchange): Promise<RehearsalView> {
  const began = performance.now()
  const found = await gateway.sandbox.readRehearsal(getBearer(exchange).rights.applicationId)
  gateway.noteSlow(exchange.endpoint, performance.now() - began, () => [exchange])
  if (!found) throw notFound()
  return found
}

function notFound(): Problem {
  return new Problem(404, 'rehearsal_not_found', 'This application has no such rehearsal.')
}
