import type { Environment } from '@/lib/tokens/token'
import { answerAccount } from './account-endpoint'
import type { EndpointName } from './exchange'
import { answerAlive, answerReady } from './health'
import { answerIntrospect } from './introspect-endpoint'
import { answerResourceMetadata, answerServerMetadata } from './metadata-endpoints'
import { answerEndRehearsal, answerReadRehearsal, answerStartRehearsal } from './rehearsal-endpoints'
import { answerRevoke } from './revoke-endpoint'
import {
  answerDeleteAccount,
  answerListAccounts,
  answerPutAccount,
  answerPutFixture,
  answerReadAccount,
  answerReadFixture,
  answerResetAccount,
  answerResetAccounts,
} from './sandbox-endpoints'
import type { Step } from './steps'
import { answerToken } from './token-endpoint'

/** How to call an endpoint, and which of the two formats its errors have. */
export type Route = {
  endpoint: EndpointName
  /** HEAD is answered as GET. */
  methods: ReadonlyMap<string, Step>
  allow: string
  errors: 'oauth' | 'problem'
}

/** Every path that all gateways have, matched exactly: no prefixes, no case folding, no redirects. */
export const routes: ReadonlyMap<string, Route> = new Map([
  ['/oauth/token', post('token', answerToken)],
  ['/oauth/revoke', post('revoke', answerRevoke)],
  ['/oauth/introspect', post('introspect', answerIntrospect)],
  ['/api/eWallet/v1/account', get('account', answerAccount)],
  ['/.well-known/oauth-authorization-server', get('metadata', answerServerMetadata)],
  ['/.well-known/oauth-protected-resource', get('metadata', answerResourceMetadata)],
  ['/healthz', get('health', answerAlive)],
  ['/readyz', get('health', answerReady)],
])

/** The paths that only the Sandbox has. */
export const sandboxRoutes: ReadonlyMap<string, Route> = new Map([
  ['/sandbox/v1/accounts', sandbox({ GET: answerListAccounts })],
  [
    '/sandbox/v1/accounts/{msisdn}',
    sandbox({ GET: answerReadAccount, PUT: answerPutAccount, DELETE: answerDeleteAccount }),
  ],
  ['/sandbox/v1/accounts/{msisdn}/reset', sandbox({ POST: answerResetAccount })],
  ['/sandbox/v1/reset', sandbox({ POST: answerResetAccounts })],
  [
    '/sandbox/v1/rehearsal',
    sandbox({ GET: answerReadRehearsal, POST: answerStartRehearsal, DELETE: answerEndRehearsal }),
  ],
  ['/sandbox/v1/fixture', sandbox({ GET: answerReadFixture, PUT: answerPutFixture })],
])

/** The route of a path as sent, in this environment. */
export function findRoute(environment: Environment, path: string): Route | undefined {
  return routes.get(path) ?? (environment === 'sandbox' ? sandboxRoutes.get(toTemplate(path)) : undefined)
}

function toTemplate(path: string): string {
  return path.replace(/^(\/sandbox\/v1\/accounts\/)[^/]+(\/reset)?$/, '$1{msisdn}$2')
}

function get(endpoint: EndpointName, answer: Step): Route {
  return route(endpoint, 'problem', { GET: answer })
}

function post(endpoint: EndpointName, answer: Step): Route {
  return route(endpoint, 'oauth', { POST: answer })
}

function sandbox(methods: Record<string, Step>): Route {
  return route('sandbox', 'problem', methods)
}

function route(endpoint: EndpointName, errors: Route['errors'], methods: Record<string, Step>): Route {
  const allow = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return {
    endpoint,
    methods: new Map(Object.entries(methods)),
    allow: [...allow, 'OPTIONS'].join(', '),
    errors,
  }
}
