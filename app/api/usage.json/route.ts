import type { NextRequest } from 'next/server'
import { describeUsage } from '@/lib/usage/format'
import { respondWithUsage } from '../usage'

/** An application's usage as JSON, for programs with a personal access key. */
export async function GET(request: NextRequest): Promise<Response> {
  return respondWithUsage(request, ({ application, period: { from, to, stepMinutes }, points }) => {
    const { id, clientId } = application
    const intervals = describeUsage(points)
    return {
      body: JSON.stringify({
        application: id,
        client_id: clientId,
        from,
        to,
        step_minutes: stepMinutes,
        intervals,
      }),
      type: 'application/json',
    }
  })
}
