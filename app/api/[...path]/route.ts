import { callTool } from '@/app/_program/call-tool'
import { identify, isRefusal, keyMissing } from '@/app/_program/caller'
import { failureStatuses, problem, type ToolResult } from '@/app/_program/outcome'
import { readText } from '@/app/_program/read-text'
import { toolNames, tools } from '@/app/_program/tools'
import { BodyRefusal } from '@/app/_request/read-body'
import { pickLocale } from '@/i18n/locale'
import { parseExactJson, serializeExactJson } from '@/lib/exact-json'
import { uploadRoutes } from '@/lib/uploads'

/** The HTTP twin of each tool: its method, and the pattern of its path, in which arguments are named groups. */
const twins = toolNames.flatMap((name) =>
  tools[name].http.map((each) => {
    const [method, path = ''] = each.split(' ')
    return { name, method, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }
  }),
)

/** The tools of agents over HTTP, for programs with a personal access key. */
export const GET = respondToProgram
export const PUT = respondToProgram
export const POST = respondToProgram
export const DELETE = respondToProgram

/** Responds to a program that calls a tool by HTTP, at the URL and with the method that the table has. */
async function respondToProgram(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const here = twins.filter(({ pattern }) => pattern.test(url.pathname))
  if (here.length === 0) return problem(404, 'not_found', 'There is no resource at this URL.')
  const asked = request.method === 'HEAD' ? 'GET' : request.method
  const twin = here.find(({ method }) => method === asked)
  if (!twin) {
    const headers = { Allow: here.map(({ method }) => method).join(', ') }
    return problem(405, 'method_not_allowed', 'This URL does not support that method.', { headers })
  }
  const holder = (await identify(request.headers)) ?? keyMissing
  if (isRefusal(holder)) return problem(holder.status, holder.code, holder.message, holder)
  const read = await readArguments(request, url, twin)
  if (read instanceof Response) return read
  const locale = pickLocale(undefined, request.headers.get('accept-language'))
  return send(await callTool(twin.name, read.given, read.given, { holder, locale }))
}

async function readArguments(
  request: Request,
  { pathname, searchParams }: URL,
  { name, pattern }: (typeof twins)[number],
): Promise<Response | { given: Record<string, unknown> }> {
  const names = [...new Set(searchParams.keys())]
  const twice = names.find((each) => searchParams.getAll(each).length > 1)
  if (twice) {
    const errors = [{ parameter: twice.slice(0, 100), message: 'Must be given once.' }]
    return problem(400, 'invalid_request', 'A parameter is malformed.', { errors })
  }
  const inPath = Object.entries(pattern.exec(pathname)?.groups ?? {})
  const given = { ...Object.fromEntries(searchParams), ...Object.fromEntries(inPath.map(decode)) }
  if (name !== 'put_test_account') return { given }
  try {
    return { given: { ...given, account: parseExactJson(await readText(request, uploadRoutes.programs)) } }
  } catch (error) {
    if (error instanceof BodyRefusal) return problem(413, 'body_too_large', 'The body is larger than 64 KiB.')
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
    return problem(400, 'invalid_request', 'The body must be JSON in UTF-8, with each name once.')
  }
}

function decode([name, value]: [string, string]): [string, string] {
  return [name, decodeURIComponent(value)]
}

function send(outcome: ToolResult): Response {
  if (!outcome.ok) {
    const { code, message, path, errors = path === null ? undefined : [{ path, message }] } = outcome
    const status = failureStatuses[code]
    return problem(status, code === 'invalid_arguments' ? 'invalid_request' : code, message, {
      errors: errors?.map(({ path: parameter, message }) => ({ parameter, message })),
    })
  }
  const { value, status = 200 } = outcome
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' }
  return status === 204
    ? new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
    : new Response(serializeExactJson(value), { status, headers })
}
