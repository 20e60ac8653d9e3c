import { notFound } from 'next/navigation'
import { requireApplication } from '@/app/_request/application'

/** Like `requireApplication`, for the Sandbox only: Production has no test accounts. */
export async function requireSandbox(id: string) {
  const found = await requireApplication(id, 'test_accounts')
  if (found.application.environment !== 'sandbox') notFound()
  return found
}
