import { findApplicationFor } from '@/lib/applications/queries'
import { execute } from '@/lib/commands/execute'
import { msisdnMessages } from '@/lib/error-codes'
import { parseExactJson } from '@/lib/exact-json'
import {
  type AccountFault,
  describeFaults,
  parseAccountJson,
  renderAccountJson,
} from '@/lib/sandbox/account-json'
import { deleteTestAccount, putTestAccount, resetTestAccounts } from '@/lib/sandbox/commands'
import { listTestAccounts } from '@/lib/sandbox/queries'
import type { TestAccount } from '@/lib/sandbox/schema'
import { parseMsisdn } from '@/lib/wallet/msisdn'
import { type Caller, noApplication } from './caller'
import { fail, failAll, type ToolResult } from './outcome'
import type { ToolArguments } from './tools'

type OfApplication = ToolArguments<'reset_test_accounts'>
type OfAccount = ToolArguments<'delete_test_account'>

/** All of them, or the one with a number. */
export async function listAll(
  { applicationId, msisdn }: ToolArguments<'list_test_accounts'>,
  { holder }: Caller,
): Promise<ToolResult> {
  const id = applicationId.toLowerCase()
  const application = await findApplicationFor(holder.owner.id, 'test_accounts', id)
  if (application?.environment !== 'sandbox') return noApplication()
  if (msisdn === undefined) return describeAll(application.id)
  const number = parseMsisdn(msisdn)
  if (!number) return malformed()
  const account = (await listTestAccounts({ id })).find((each) => each.msisdn === number)
  return account ? { ok: true, value: describeOne(account) } : noAccount()
}

export async function putOne(
  { applicationId, msisdn: given }: OfAccount,
  { holder }: Caller,
  { account }: Record<string, unknown>,
): Promise<ToolResult> {
  const msisdn = parseMsisdn(given)
  if (!msisdn) return malformed()
  const read = parseAccountJson(account, msisdn)
  if (!read.ok) return invalid(read.reason)
  const result = await execute(putTestAccount, {
    actor: holder.owner,
    target: applicationId.toLowerCase(),
    input: read.value,
  })
  if (result.ok)
    return { ok: true, value: describeOne(read.value), status: result.value === 'created' ? 201 : 200 }
  if (result.reason === 'shared') return reserved()
  if (result.reason !== 'too_many') return noApplication()
  return fail('too_many', 'An application can have up to 100 test accounts. Delete one first.', 'msisdn')
}

export async function deleteOne(
  { applicationId, msisdn }: OfAccount,
  { holder }: Caller,
): Promise<ToolResult> {
  const number = parseMsisdn(msisdn)
  if (!number) return malformed()
  const input = { msisdn: number }
  const target = applicationId.toLowerCase()
  const result = await execute(deleteTestAccount, { actor: holder.owner, target, input })
  if (result.ok) return { ok: true, value: { deleted: number }, status: 204 }
  return result.reason === 'no_account' ? noAccount() : noApplication()
}

function noAccount(): ToolResult {
  return fail('not_found', 'This application has no test account with this number.', 'msisdn')
}

export async function resetAll({ applicationId }: OfApplication, { holder }: Caller): Promise<ToolResult> {
  const target = applicationId.toLowerCase()
  const result = await execute(resetTestAccounts, { actor: holder.owner, target, input: {} })
  return result.ok ? describeAll(target) : noApplication()
}

/** At most 100. */
async function describeAll(id: string): Promise<ToolResult> {
  return { ok: true, value: { accounts: (await listTestAccounts({ id })).map(describeOne) } }
}

/** With amounts digit by digit. */
function describeOne(account: TestAccount): object {
  return parseExactJson(renderAccountJson(account)) as object
}

function invalid(faults: AccountFault[]): ToolResult {
  const errors = describeFaults(faults, ['account'])
  return errors ? failAll('invalid_account', errors) : reserved()
}

function reserved(): ToolResult {
  return fail(
    'reserved',
    'This number is reserved, or belongs to a shared test account. Use another.',
    'msisdn',
  )
}

function malformed(): ToolResult {
  return fail('invalid_arguments', msisdnMessages.malformed, 'msisdn')
}
