import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { callTool } from '@/app/_program/call-tool'
import { identify, isRefusal, type KeyRefusal, keyMissing } from '@/app/_program/caller'
import type { ToolResult } from '@/app/_program/outcome'
import { readText } from '@/app/_program/read-text'
import { isToolName, type ToolName, toolInputs, toolNames, tools } from '@/app/_program/tools'
import { BodyRefusal } from '@/app/_request/read-body'
import { pickLocale } from '@/i18n/locale'
import type { KeyHolder } from '@/lib/access-keys/access-key'
import { ExactNumber, formatPath, parseExactJson, serializeExactJson } from '@/lib/exact-json'
import type { Locale } from '@/lib/languages'
import { uploadRoutes } from '@/lib/uploads'

/** What the SDK's server parses by itself. */
const requests = new Map<unknown, z.ZodType>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
])

/** What is written in digits, and is a text to the tools. */
const digits = ['msisdn', 'status', 'before']

/** The Model Context Protocol, for agents. Next responds to all other methods with 405. */
export const POST = respondToAgent

type Message = { id?: unknown; method?: unknown; params?: { name?: unknown; arguments?: unknown } }

/**
 * Responds to one message of the Model Context Protocol: Streamable HTTP without sessions, so that any portal
 * can serve any message.
 */
async function respondToAgent(request: Request): Promise<Response> {
  const caller = await identify(request.headers)
  if (isRefusal(caller)) return refuse(caller)
  const version = request.headers.get('mcp-protocol-version')
  if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
    return rpcError(
      400,
      ErrorCode.InvalidRequest,
      `Supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`,
    )
  const read = await readMessage(request)
  if (read instanceof Response) return read
  if (!caller && needsKey(read.message)) return refuse(keyMissing)
  const wrong = findWrongParams(read.message, read.exact?.id)
  if (wrong) return wrong
  return handle(request, read.message, read.exact, caller)
}

async function readMessage(request: Request): Promise<Response | { message: Message; exact: Message }> {
  try {
    const text = await readText(request, uploadRoutes.agents)
    const exact = parseExactJson(text) as Message
    if (Array.isArray(exact)) return rpcError(400, ErrorCode.InvalidRequest, 'Send one message at a time.')
    const message = JSON.parse(text) as Message
    // The SDK takes integers that a double keeps; the response has the id as it was given.
    if (exact?.id instanceof ExactNumber && /^-?\d+$/.test(exact.id.text)) message.id = 0
    return { message, exact }
  } catch (error) {
    if (error instanceof BodyRefusal) return rpcError(413, ErrorCode.InvalidRequest, 'The body is too large.')
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
    return rpcError(400, ErrorCode.ParseError, 'The body must be JSON in UTF-8, with each name once.')
  }
}

function needsKey(message: Message): boolean {
  if (message?.method !== 'tools/call') return false
  const name = message.params?.name
  return !isToolName(name) || tools[name].needs !== 'nothing'
}

/** What the SDK's server would call an internal error (JSON-RPC 2.0 §5.1: -32602 for parameters that are wrong). */
function findWrongParams(message: Message, id: unknown): Response | null {
  const schema = message?.id === undefined ? undefined : requests.get(message.method)
  const problem = schema?.safeParse(message).error?.issues[0]
  if (!problem) return null
  const text = `${formatPath(problem.path)}: ${problem.message}`.slice(0, 500)
  return rpcError(200, ErrorCode.InvalidParams, text, {}, typeof message.id === 'object' ? null : id)
}

async function handle(
  request: Request,
  message: Message,
  exact: Message,
  holder: KeyHolder | null,
): Promise<Response> {
  const locale = pickLocale(undefined, request.headers.get('accept-language'))
  let failure: { error: unknown } | null = null
  let structured: object | undefined
  const server = await createServer(locale, async (name, given) => {
    try {
      const read = readLoosely(given, (exact?.params?.arguments ?? {}) as Record<string, unknown>)
      const result = toResult(await callTool(name, read.given, read.exact, { holder, locale }))
      structured = result.structuredContent
      return { ...result, structuredContent: {} }
    } catch (error) {
      failure = { error }
      throw new McpError(ErrorCode.InternalError, 'The tool failed.')
    }
  })
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  await server.connect(transport)
  const headers = new Headers(request.headers)
  // Responses are JSON, whatever else a client would take.
  headers.set('accept', 'application/json, text/event-stream')
  const response = await transport.handleRequest(new Request(request.url, { method: 'POST', headers }), {
    parsedBody: message,
  })
  const text = writeReply(await response.text(), exact?.id, structured)
  await server.close()
  // An outage is a 503, as everywhere.
  if (failure) throw (failure as { error: unknown }).error
  return withoutStore(new Response(text || null, { status: response.status, headers: response.headers }))
}

/** What the SDK replied, with numbers by their digits, which it would write as it likes. */
function writeReply(text: string, id: unknown, structuredContent: object | undefined): string {
  if (text === '') return ''
  const reply = JSON.parse(text)
  if (reply.id != null) reply.id = id
  if (reply.result && structuredContent) Object.assign(reply.result, { structuredContent })
  return serializeExactJson(reply)
}

async function createServer(
  locale: Locale,
  call: (name: ToolName, given: unknown) => Promise<CallToolResult>,
) {
  const t = await getTranslations({ locale, namespace: 'docs.api' })
  const instructions = t('agents.instructions')
  const server = new Server({ name: 'ewallet', version: '1' }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => {
    const inputs = toolInputs(t)
    return {
      tools: toolNames.map((name) => ({
        name,
        title: t(`agents.${name}.summary`),
        description: t(`agents.${name}.about`),
        inputSchema: { ...z.toJSONSchema(inputs[name], { io: 'input' }), type: 'object' as const },
        annotations: { readOnlyHint: isReading(name), openWorldHint: false },
      })),
    }
  })
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    if (!isToolName(params.name)) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool.')
    return call(params.name, params.arguments ?? {})
  })
  return server
}

function isReading(name: ToolName): boolean {
  return tools[name].http.every((each) => each.startsWith('GET'))
}

function toResult(outcome: ToolResult): CallToolResult {
  const { ok, ...failure } = outcome
  const structuredContent = (outcome.ok ? outcome.value : failure) as Record<string, unknown>
  const content = [{ type: 'text' as const, text: serializeExactJson(structuredContent) }]
  return { content, structuredContent, ...(!ok && { isError: true }) }
}

function refuse({ status, message, headers }: KeyRefusal): Response {
  return rpcError(status, ErrorCode.InvalidRequest, message, headers)
}

function rpcError(status: number, code: number, message: string, headers = {}, id: unknown = null): Response {
  const body = serializeExactJson({ jsonrpc: '2.0', error: { code, message }, id })
  return withoutStore(
    new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } }),
  )
}

function withoutStore(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store')
  return response
}

type Arguments = Record<string, unknown>

/**
 * The arguments of an agent as the tools read them: clients send digits as integers, and objects as the JSON of one.
 * What is neither stays as it is, for its tool to refuse.
 * @param exact the same with numbers by their digits
 */
function readLoosely(given: unknown, exact: Arguments): { given: Arguments; exact: Arguments } {
  const read = { given: { ...(given as Arguments) }, exact: { ...exact } }
  for (const name of digits) {
    const value = exact[name]
    if (value instanceof ExactNumber && /^\d+$/.test(value.text)) read.given[name] = value.text
  }
  if (typeof exact.account === 'string') {
    const account = parseObject(exact.account)
    if (account) Object.assign(read, { exact: { ...read.exact, account } })
  }
  return read
}

function parseObject(text: string): object | null {
  try {
    const value = parseExactJson(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
