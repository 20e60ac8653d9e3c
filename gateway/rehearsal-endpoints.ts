import { endByProgram, startByProgram } from '@/lib/rehearsals/by-program'
import { describeRehearsal, isRecording, readRecorded } from '@/lib/rehearsals/describe'
import type { RehearsalView } from '@/lib/rehearsals/schema'
import type { Rights } from '@/lib/tokens/queries'
import { invalidToken } from './bearer'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { line } from './responses/lines'
import { Problem } from './responses/problem'
import type { SandboxGateway } from './sandbox-context'
import { forBearer, sendJson } from './sandbox-endpoints'

/** `POST /sandbox/v1/rehearsal` */
export const answerStartRehearsal = forBearer('rehearsals', async (gateway, exchange, { rights }) => {
  const { pool, environment } = gateway
  const started = startByProgram(pool, environment, rights.applicationId)
  const outcome = await beforeDeadline(gateway, exchange, started)
  if (outcome === 'running') throw new Problem('rehearsal_running')
  // Suspended or deleted since its token was looked up.
  if (outcome === 'no_application') throw invalidToken(gateway)
  sendJson(exchange, 201, JSON.stringify(describeRehearsal(await read(gateway, exchange, rights))))
})

/** `GET /sandbox/v1/rehearsal`: the latest one. */
export const answerReadRehearsal = forBearer('reads', async (gateway, exchange, { rights }) =>
  sendReport(exchange, await read(gateway, exchange, rights)),
)

/** `DELETE /sandbox/v1/rehearsal`: ends the one that is running. */
export const answerEndRehearsal = forBearer('rehearsals', async (gateway, exchange, { rights }) => {
  const { pool, environment } = gateway
  const ending = endByProgram(pool, environment, rights.applicationId)
  if (!(await beforeDeadline(gateway, exchange, ending))) throw new Problem('rehearsal_not_found')
  sendReport(exchange, await readRecorded(() => read(gateway, exchange, rights)))
})

/** With `Retry-After`, by which programs know that the outcomes are not final, while the last calls are missing. */
function sendReport(exchange: Exchange, found: RehearsalView): void {
  if (isRecording(found)) exchange.extraLines += line('Retry-After', 1)
  sendJson(exchange, 200, JSON.stringify(describeRehearsal(found)))
}

async function read(
  gateway: SandboxGateway,
  exchange: Exchange,
  { applicationId }: Rights,
): Promise<RehearsalView> {
  const began = performance.now()
  const found = await gateway.sandbox.readRehearsal(applicationId)
  gateway.noteSlow(exchange.endpoint, performance.now() - began, () => [exchange])
  if (!found) throw new Problem('rehearsal_not_found')
  return found
}
