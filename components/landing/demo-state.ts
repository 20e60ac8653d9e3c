import type { FormState } from '@/components/ui/form-state'

/**
 * The test accounts of the landing page's call, documented and without delay. The browser sends the place of one, from
 * 1.
 */
export const landingAccounts = ['221770000001', '212600000004', '221770000006'] as const

/**
 * What the counter shows: the account that was chosen, from 1, and what came of the call: a response with the
 * milliseconds that it took, or the seconds until the next one, or that the Sandbox can't be reached.
 */
export type DemoState = {
  account?: number
  /** Set in the browser: there was no response to the last press. */
  failure?: FormState['failure']
  outcome?: { status: number; body: string; ms: number } | { waitSeconds: number } | 'outage'
}
