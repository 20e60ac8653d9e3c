import { respondToAgent } from '@/app/_program/respond-to-agent'

/** The Model Context Protocol, for agents. Next responds to all other methods with 405. */
export const POST = respondToAgent
