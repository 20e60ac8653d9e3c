import { notFound } from 'next/navigation'
import { requireApplication } from '../page-data'

/** Like `requireApplication`, for the Sandbox only: Production has no test accounts. */
export async function requireSandbox(id: string) {
  const found = await requireApplication(id, 'test_accounts')
  if (found.application.environment !== 'sandbox') notFound()
  return found
}
