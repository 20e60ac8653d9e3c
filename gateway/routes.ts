import type { MeteredCall } from '@/lib/usage/recent-calls'
import { allow, limit, readAccountRequest, sendAccount, validate } from './account-endpoint'
import { authenticateBearer } from './bearer'
import { authenticateClient } from './client-steps'
import { createContext, type Gateway } from './context'
import type { EndpointName, Exchange } from './exchange'
import { answerAlive, answerReady } from './health'
import { awaitMisses, countMiss, refuseEnumeration } from './limits/enumeration'
import { answerResourceMetadata, answerServerMetadata } from './metadata-endpoints'
import type { GatewayOptions } from './options'
import { describeToken, readTokenForm, revokeToken } from './own-token-endpoints'
import { noteAccount, recordPlace, rehearseBearer, rehearseClient } from './rehearsal'
import { answerEndRehearsal, answerReadRehearsal, answerStartRehearsal } from './rehearsal-endpoints'
import { createSandboxContext, type SandboxGateway } from './sandbox-context'
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
import { simulate } from './simulate'
import { type Answer, inSteps } from './steps'
import { issueToken, readTokenRequest } from './token-endpoint'

/** How to call an endpoint, and which of the two formats its errors have. */
export type Route<G extends Gateway = Gateway> = {
  endpoint: EndpointName
  /** HEAD is answered as GET. */
  methods: ReadonlyMap<string, Answer<G>>
  allow: string
  errors: 'oauth' | 'problem'
}

/** What an environment serves. */
export type Service<G extends Gateway> = {
  createContext: (options: GatewayOptions) => G
  /** By a path as sent, which is matched exactly: no prefixes, no case folding, no redirects. */
  findRoute: (path: string) => Route<G> | undefined
  /** The methods that `OPTIONS *` allows: those that some URL knows (RFC 9110 §9.3.7). */
  methods: string
  /** Adds to the record of a call what only this environment knows. */
  complete?: (gateway: G, exchange: Exchange, record: MeteredCall) => void
}

const shared = {
  '/.well-known/oauth-authorization-server': get('metadata', answerServerMetadata),
  '/.well-known/oauth-protected-resource': get('metadata', answerResourceMetadata),
  '/healthz': get('health', answerAlive),
  '/readyz': get('health', answerReady),
}

const productionRoutes = new Map(
  Object.entries({
    ...shared,
    '/oauth/token': post('token', inSteps(readTokenRequest, authenticateClient, issueToken)),
    '/oauth/revoke': post('revoke', inSteps(readTokenForm, authenticateClient, revokeToken)),
    '/oauth/introspect': post('introspect', inSteps(readTokenForm, authenticateClient, describeToken)),
    // Nothing waits between `refuseEnumeration` and the response with an account: a miss in between would not be
    // counted.
    '/api/eWallet/v1/account': get(
      'account',
      inSteps(
        readAccountRequest,
        authenticateBearer,
        allow,
        limit,
        awaitMisses,
        refuseEnumeration,
        validate,
        countMiss,
        sendAccount,
      ),
    ),
  }),
)

export const production: Service<Gateway> = {
  createContext,
  findRoute: (path) => productionRoutes.get(path),
  methods: 'GET, HEAD, POST, OPTIONS',
}

export const sandboxRoutes = new Map<string, Route<SandboxGateway>>(
  Object.entries({
    ...shared,
    '/oauth/token': post('token', inSteps(readTokenRequest, rehearseClient, issueToken)),
    '/oauth/revoke': post('revoke', inSteps(readTokenForm, rehearseClient, revokeToken)),
    '/oauth/introspect': post('introspect', inSteps(readTokenForm, rehearseClient, describeToken)),
    '/api/eWallet/v1/account': get(
      'account',
      inSteps(readAccountRequest, rehearseBearer, limit, validate, simulate, noteAccount, sendAccount),
    ),
    '/sandbox/v1/accounts': own({ GET: answerListAccounts }),
    '/sandbox/v1/accounts/{msisdn}': own({
      GET: answerReadAccount,
      PUT: answerPutAccount,
      DELETE: answerDeleteAccount,
    }),
    '/sandbox/v1/accounts/{msisdn}/reset': own({ POST: answerResetAccount }),
    '/sandbox/v1/reset': own({ POST: answerResetAccounts }),
    '/sandbox/v1/rehearsal': own({
      GET: answerReadRehearsal,
      POST: answerStartRehearsal,
      DELETE: answerEndRehearsal,
    }),
    '/sandbox/v1/fixture': own({ GET: answerReadFixture, PUT: answerPutFixture }),
  }),
)

export const sandbox: Service<SandboxGateway> = {
  createContext: createSandboxContext,
  findRoute: (path) => sandboxRoutes.get(path) ?? sandboxRoutes.get(toTemplate(path)),
  methods: 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
  complete: recordPlace,
}

function toTemplate(path: string): string {
  return path.replace(/^(\/sandbox\/v1\/accounts\/)[^/]+(\/reset)?$/, '$1{msisdn}$2')
}

function get<G extends Gateway>(endpoint: EndpointName, answer: Answer<G>): Route<G> {
  return route(endpoint, 'problem', { GET: answer })
}

function post<G extends Gateway>(endpoint: EndpointName, answer: Answer<G>): Route<G> {
  return route(endpoint, 'oauth', { POST: answer })
}

function own(methods: Record<string, Answer<SandboxGateway>>): Route<SandboxGateway> {
  return route('sandbox', 'problem', methods)
}

function route<G extends Gateway>(
  endpoint: EndpointName,
  errors: Route['errors'],
  methods: Record<string, Answer<G>>,
): Route<G> {
  const allow = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return {
    endpoint,
    methods: new Map(Object.entries(methods)),
    allow: [...allow, 'OPTIONS'].join(', '),
    errors,
  }
}
