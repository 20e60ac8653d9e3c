import { setTimeout as delay } from 'node:timers/promises'
import { invalidRequest, OAuthError } from '@/lib/oauth/errors'
import { findOwnToken, revokeToken } from '@/lib/tokens/commands'
import type { Account } from '@/lib/tokens/queries'
import { hashToken } from '@/lib/tokens/token'
import type { MeteredCall } from '@/lib/usage/request-log'
import {
  allow,
  awaitMisses,
  countMiss,
  limitRate,
  readAccountRequest,
  refuseEnumeration,
  sendAccount,
  validate,
} from './account-endpoint'
import { admitBearer, authenticateBearer, type BearerCall, invalidToken } from './bearer'
import { authenticateClient, type ClientCall, type ClientForm, readForm } from './client-steps'
import { createContext, type Gateway } from './context'
import type { EndpointName, Exchange } from './exchange'
import { quotaExceeded } from './limits/rate-limit'
import type { GatewayOptions } from './options'
import {
  answerEndRehearsal,
  answerReadRehearsal,
  answerStartRehearsal,
  noteAccount,
  recordPlace,
  rehearseBearer,
  rehearseClient,
} from './rehearsal'
import { sendOAuthJson } from './responses/oauth'
import { unavailable } from './responses/problem'
import { jsonLine, line, sendResponse } from './responses/send'
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
import { type Answer, beforeDeadline, inSteps } from './steps'

const authenticationMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']
const signingAlgorithms = ['EdDSA', 'ES256', 'PS256', 'RS256']

/** `GET /.well-known/oauth-authorization-server` (RFC 8414 §2). */
function answerServerMetadata({ authUrl, portalUrl }: Gateway, exchange: Exchange): void {
  sendJson(exchange, {
    issuer: authUrl,
    token_endpoint: `${authUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: authenticationMethods,
    token_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    service_documentation: `${portalUrl}/docs`,
    revocation_endpoint: `${authUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: authenticationMethods,
    revocation_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    introspection_endpoint: `${authUrl}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: authenticationMethods,
    introspection_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
  })
}

/** `GET /.well-known/oauth-protected-resource` (RFC 9728 §2). */
function answerResourceMetadata({ authUrl, baseUrl, portalUrl }: Gateway, exchange: Exchange): void {
  sendJson(exchange, {
    resource: baseUrl,
    authorization_servers: [authUrl],
    bearer_methods_supported: ['header'],
    resource_name: 'eWallet API',
    resource_documentation: `${portalUrl}/docs`,
  })
}

function sendJson(exchange: Exchange, value: object): void {
  sendResponse(exchange, 200, jsonLine, JSON.stringify(value))
}

/** How to call an endpoint, and which of the two formats its errors have. */
export type Route<G extends Gateway = Gateway> = {
  endpoint: EndpointName
  /** HEAD is answered as GET. */
  methods: ReadonlyMap<string, Answer<G>>
  allow: string
  errors: 'oauth' | 'problem'
}

/** What an environment serves. */
export type GatewayService<G extends Gateway> = {
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
    '/oauth/revoke': post('revoke', inSteps(readTokenForm, authenticateClient, handleRevocation)),
    '/oauth/introspect': post('introspect', inSteps(readTokenForm, authenticateClient, describeToken)),
    // Nothing waits between `refuseEnumeration` and the response with an account: a miss in between would not be
    // counted.
    '/api/eWallet/v1/account': get(
      'account',
      inSteps(
        readAccountRequest,
        authenticateBearer,
        allow,
        limitRate,
        awaitMisses,
        refuseEnumeration,
        validate,
        countMiss,
        sendAccount,
      ),
    ),
  }),
)

export const production: GatewayService<Gateway> = {
  createContext,
  findRoute: (path) => productionRoutes.get(path),
  methods: 'GET, HEAD, POST, OPTIONS',
}

export const sandboxRoutes = new Map<string, Route<SandboxGateway>>(
  Object.entries({
    ...shared,
    '/oauth/token': post('token', inSteps(readTokenRequest, rehearseClient, issueToken)),
    '/oauth/revoke': post('revoke', inSteps(readTokenForm, rehearseClient, handleRevocation)),
    '/oauth/introspect': post('introspect', inSteps(readTokenForm, rehearseClient, describeToken)),
    '/api/eWallet/v1/account': get(
      'account',
      inSteps(readAccountRequest, rehearseBearer, limitRate, validate, simulate, noteAccount, sendAccount),
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

export const sandbox: GatewayService<SandboxGateway> = {
  createContext: createSandboxContext,
  findRoute: (path) => sandboxRoutes.get(path) ?? sandboxRoutes.get(toTemplate(path)),
  methods: 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
  complete: recordPlace,
}

/** `GET /healthz`: the process is alive. */
function answerAlive(_gateway: Gateway, exchange: Exchange): void {
  sendStatus(exchange, 200, { status: 'alive' })
}

/** `GET /readyz`: the process can serve (lib/health/readiness.ts) and is not stopping. */
async function answerReady({ draining, readiness }: Gateway, exchange: Exchange): Promise<void> {
  if (draining) return sendStatus(exchange, 503, { status: 'unavailable', reason: 'stopping' })
  const found = await readiness.check()
  if (found.ready) sendStatus(exchange, 200, { status: 'ready' })
  else sendStatus(exchange, 503, { status: 'unavailable', reason: found.reason })
}

function sendStatus(exchange: Exchange, status: number, body: object): void {
  sendResponse(exchange, status, jsonLine, JSON.stringify(body))
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

/** A request of the client-credentials grant (RFC 6749 §4.4.2, where the value is case-sensitive). */
async function readTokenRequest(_gateway: Gateway, exchange: Exchange): Promise<ClientForm> {
  const form = await readForm(exchange)
  const grantType = form.parameters.get('grant_type')
  if (grantType === undefined) throw invalidRequest('The parameter grant_type is missing.')
  if (grantType !== 'client_credentials')
    throw new OAuthError(400, 'unsupported_grant_type', 'The grant_type must be client_credentials.')
  // RFC 6749 §3.3: no scopes are defined here, so none can be granted.
  if (form.parameters.has('scope')) throw new OAuthError(400, 'invalid_scope', 'No scopes are defined.')
  return form
}

/** RFC 6749 §5.1. */
async function issueToken(
  gateway: Gateway,
  exchange: Exchange,
  { client, again }: ClientCall,
): Promise<void> {
  const issued = gateway.token.issuer.issue(client, again, exchange)
  const { token, expiresIn, minted } = await beforeDeadline(gateway, exchange, issued)
  exchange.minted = minted
  gateway.metrics.tokens.inc({ outcome: minted ? 'minted' : 'reused' })
  sendOAuthJson(exchange, `{"access_token":"${token}","token_type":"Bearer","expires_in":${expiresIn}}`)
}

/** Test accounts that respond late or with an error. Sandbox only, which the database enforces. */
function simulate(gateway: SandboxGateway, exchange: Exchange, call: BearerCall): void | Promise<void> {
  const { account } = call
  if (account && (account.simulatedError !== null || account.simulatedDelayMs > 0))
    return meetFault(gateway, exchange, call, account)
}

async function meetFault(
  gateway: SandboxGateway,
  exchange: Exchange,
  call: BearerCall,
  { simulatedError, simulatedDelayMs }: Pick<Account, 'simulatedError' | 'simulatedDelayMs'>,
): Promise<void> {
  if (simulatedError === 'counted') return takeFault(gateway, exchange, call)
  if (simulatedDelayMs > 0) await delay(simulatedDelayMs)
  if (simulatedError === null) return
  exchange.hint = 'simulated'
  if (simulatedError === 'unavailable') throw unavailable()
  if (simulatedError === 'invalid_token') throw invalidToken(gateway)
  throw quotaExceeded(1)
}

/**
 * Counts the call if the account's fault ends after a number of calls: only now, as a call that was refused before did
 * not meet it. The call meets the fault that is taken, or the account as it is now if the fault has just ended.
 */
async function takeFault(gateway: SandboxGateway, exchange: Exchange, call: BearerCall): Promise<void> {
  const { asked, rights } = call
  const { faults } = gateway.sandbox
  const taken = await beforeDeadline(
    gateway,
    exchange,
    faults.load({ applicationId: rights.applicationId, msisdn: asked.msisdn ?? '' }, exchange),
  )
  if (taken) {
    const met = { simulatedDelayMs: taken.delayMs, simulatedError: taken.error }
    return meetFault(gateway, exchange, call, met)
  }
  const found = await beforeDeadline(gateway, exchange, gateway.account.bearers.load(asked, exchange))
  call.account = admitBearer(gateway, exchange, asked, found).account
  return simulate(gateway, exchange, call)
}

/** RFC 7009 §2.1 and RFC 7662 §2.1. `token_type_hint` may be ignored, as there is one type. */
async function readTokenForm(_gateway: Gateway, exchange: Exchange): Promise<ClientForm> {
  const form = await readForm(exchange)
  requireTokenHash(form)
  return form
}

/** The SHA-256 of the token that a form names, in hexadecimal. */
function requireTokenHash({ parameters }: ClientForm): string {
  const token = parameters.get('token')
  if (token === undefined) throw invalidRequest('The parameter token is missing.')
  return hashToken(token)
}

/** Ends the client's own token; any other is left alone, with the same 200 (RFC 7009 §2.2). */
async function handleRevocation(
  gateway: Gateway,
  exchange: Exchange,
  { form, client }: ClientCall,
): Promise<void> {
  const { pool, environment } = gateway
  const hash = requireTokenHash(form)
  const ended = revokeToken(pool, environment, client.applicationId, hash, exchange.requestId)
  await beforeDeadline(gateway, exchange, ended)
  sendResponse(exchange, 200, line('Pragma', 'no-cache'), '')
}

/** A client queries its own tokens; of others it learns nothing (RFC 7662 §2.2, §4). */
async function describeToken(
  gateway: Gateway,
  exchange: Exchange,
  { form, client }: ClientCall,
): Promise<void> {
  const { pool, environment, authUrl } = gateway
  const { clientId, requestId } = exchange
  const hash = requireTokenHash(form)
  const looked = findOwnToken(pool, environment, client.applicationId, hash, requestId)
  const found = await beforeDeadline(gateway, exchange, looked)
  const answer = found
    ? {
        active: true,
        client_id: clientId,
        sub: clientId,
        token_type: 'Bearer',
        iss: authUrl,
        iat: found.issuedAt,
        exp: found.expiresAt,
      }
    : { active: false }
  sendOAuthJson(exchange, JSON.stringify(answer))
}
