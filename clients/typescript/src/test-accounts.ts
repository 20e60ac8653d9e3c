import type { operations } from './api.ts'
import { type Exact, parseExactly, requireAccount } from './exact-json.ts'
import { type Call, readBody } from './send.ts'

type Body = operations['readTestAccount']['responses'][200]['content']['application/json']

/** A delay or an error that calls to a test account meet, until it ends. */
export type Fault = NonNullable<Body['fault']>

/** A test account of the Sandbox; amounts are strings with every digit. */
export type TestAccount = Exact<Omit<Body, 'fault'>> & { fault: Fault | null }

/** The values of a test account without its number. */
export type TestAccountValues = Omit<TestAccount, 'msisdn' | 'fault'> & { fault?: Fault | null }

/** The application's own test accounts, in the Sandbox only. The errors are those of `readAccount`. */
export type TestAccounts = {
  list(call?: Call): Promise<TestAccount[]>
  read(msisdn: string, call?: Call): Promise<TestAccount>
  /** Creates or replaces one. @throws TypeError for an amount that is not a decimal number */
  put(msisdn: string, values: TestAccountValues, call?: Call): Promise<TestAccount>
  delete(msisdn: string, call?: Call): Promise<void>
  /** Restores what was put last, without its fault. */
  reset(msisdn: string, call?: Call): Promise<TestAccount>
  resetAll(call?: Call): Promise<TestAccount[]>
  /** Afterwards these are the only ones. */
  replaceAll(accounts: (TestAccountValues & { msisdn: string })[], call?: Call): Promise<TestAccount[]>
}

type Request = (path: string, method: string, body: string | undefined, call?: Call) => Promise<string>

/** @param request sends one with the application's token, and returns the body of the response */
export function createTestAccounts(request: Request): TestAccounts {
  const one = (msisdn: string) => `/sandbox/v1/accounts/${encodeURIComponent(msisdn)}`
  const ask = (path: string, method: string, body?: string, call?: Call) => request(path, method, body, call)
  const account = async (json: Promise<string>) =>
    readBody(await json, (body) => readAccount(parseExactly(body)))
  const accounts = async (json: Promise<string>) =>
    readBody(await json, (body) => (parseExactly(body) as { accounts: unknown[] }).accounts.map(readAccount))

  return {
    list: (call) => accounts(ask('/sandbox/v1/accounts', 'GET', undefined, call)),
    read: (msisdn, call) => account(ask(one(msisdn), 'GET', undefined, call)),
    put: async (msisdn, values, call) => account(ask(one(msisdn), 'PUT', writeAccount(values), call)),
    delete: async (msisdn, call) => void (await request(one(msisdn), 'DELETE', undefined, call)),
    reset: (msisdn, call) => account(ask(`${one(msisdn)}/reset`, 'POST', undefined, call)),
    resetAll: (call) => accounts(ask('/sandbox/v1/reset', 'POST', undefined, call)),
    replaceAll: async (given, call) => {
      const body = `{"accounts":[${given.map((each) => writeAccount(each, each.msisdn)).join(',')}]}`
      return accounts(ask('/sandbox/v1/fixture', 'PUT', body, call))
    },
  }
}

/** Only amounts have more digits than a number keeps. */
function readAccount(value: unknown): TestAccount {
  const { fault, ...account } = requireAccount(value) as Exact<Body>
  if (!fault) return { ...account, fault: null }
  const { kind, code, ...numbers } = fault
  const read = Object.entries(numbers).map(([name, digits]) => [name, Number(digits)])
  return { ...account, fault: { kind, ...(code && { code }), ...Object.fromEntries(read) } }
}

function writeAccount(values: TestAccountValues, msisdn?: string): string {
  const { type, status, balance, frozenBalance, fault = null } = values
  return (
    `{${msisdn === undefined ? '' : `"msisdn":${JSON.stringify(msisdn)},`}` +
    `"type":${JSON.stringify(type)},"status":${JSON.stringify(status)},"balance":${writeAmount(balance)},` +
    `"frozenBalance":${writeAmount(frozenBalance)},"fault":${JSON.stringify(fault)}}`
  )
}

function writeAmount({ value, unit }: TestAccountValues['balance']): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw new TypeError('An amount must be a decimal number such as 12.50.')
  return `{"value":${value},"unit":${JSON.stringify(unit)}}`
}
