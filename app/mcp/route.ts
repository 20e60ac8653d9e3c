import { respondToAgent } from '@/app/_program/respond-to-agent'

/** The Model Context Protocol, for agents. Next responds to all other methods with 405. */
export async function POST(request: Request): Promise<Response> {
  return respondToAgent(request)
}
