import type { Pool } from 'pg'
import { newId } from '@/lib/ids'
import { writeMeterBatch } from '@/lib/usage/commands'
import { createMeter } from '@/lib/usage/meter'
import type { MeteredCall } from '@/lib/usage/request-log'

/** A balance that was returned quickly. */
export const quickCall = {
  endpoint: 'account',
  status: 200,
  errorCode: null,
  hint: null,
  latency: 4,
  msisdn: null,
  address: '127.0.0.1',
  minted: null,
  method: 'GET',
  response: null,
} as const

/**
 * Writes calls of one application in one batch, as a gateway does.
 * @param gateway a pool with a gateway's rights
 * @param calls what differs from a balance that was returned quickly
 */
export async function recordCalls(
  gateway: Pool,
  applicationId: string,
  calls: (Partial<MeteredCall> & Pick<MeteredCall, 'at'>)[],
): Promise<void> {
  const meter = createMeter(() => {})
  for (const call of calls) meter.record({ ...quickCall, requestId: newId(), applicationId, ...call })
  const { rows } = await gateway.query('SELECT environment FROM application WHERE id = $1', [applicationId])
  await writeMeterBatch(gateway, rows[0].environment, meter.take())
}
