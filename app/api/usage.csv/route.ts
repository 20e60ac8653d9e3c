import type { NextRequest } from 'next/server'
import { csvType, formatUsage } from '@/lib/usage/export'
import { respondWithUsage } from '../usage'

/** An application's usage as CSV, for programs with a personal access key. */
export async function GET(request: NextRequest): Promise<Response> {
  return respondWithUsage(request, ({ points }) => ({ body: formatUsage(points), type: csvType }))
}
