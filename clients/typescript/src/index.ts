export { type Account, createClient, type GatewayClient, type Options } from './client.ts'
export type { Credentials, PrivateKey } from './credentials.ts'
export {
  AccountNotFoundError,
  CredentialsError,
  GatewayError,
  InvalidRequestError,
  QuotaExceededError,
  UnavailableError,
} from './errors.ts'
export type { Call } from './send.ts'
export type { Fault, TestAccount, TestAccounts, TestAccountValues } from './test-accounts.ts'
