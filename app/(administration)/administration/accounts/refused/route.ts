import { redirect } from 'next/navigation'
import { attachment } from '@/app/_request/document-response'
import { requireAdministrator } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { csvCell } from '@/lib/audit/export'
import { now } from '@/lib/clock'
import { execute } from '@/lib/commands/execute'
import { exportRefused, listRefused } from '@/lib/feed/administration'
import { csvType } from '@/lib/usage/export'

const maxRows = 100_000

/** The refused changes with whole numbers, so after a confirmation. */
export async function GET(): Promise<Response> {
  const administrator = await requireAdministrator()
  const { ok } = await execute(exportRefused, { actor: administrator.actor })
  if (!ok) redirect(withQuery('/confirm', { next: '/administration/accounts/refused' }))
  const rows = (await listRefused(maxRows)).map(({ msisdn, code, message, count, lastAt }) =>
    [lastAt.toISOString(), msisdn ?? '', code, message, String(count)].map(csvCell).join(','),
  )
  return new Response(`${['last,msisdn,code,message,times', ...rows].join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': csvType,
      'Cache-Control': 'no-store',
      ...attachment(`refused-changes-${now().toISOString().slice(0, 10)}.csv`),
    },
  })
}
