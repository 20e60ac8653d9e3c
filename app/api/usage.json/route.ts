import type { NextRequest } from 'next/server'
import { describeFoundUsage } from '@/app/_program/usage'
import { respondWithUsage } from '../usage'

/** An application's usage as JSON, for programs with a personal access key. */
export async function GET(request: NextRequest): Promise<Response> {
  return respondWithUsage(request, (found) => ({
    body: JSON.stringify(describeFoundUsage(found)),
    type: 'application/json',
  }))
}
