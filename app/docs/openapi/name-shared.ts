import { STATUS_CODES } from 'node:http'
import type { describeApi } from './document'
import { nameSchemas } from './name-schemas'

type Document = ReturnType<typeof describeApi>
type Response = { headers?: Record<string, object> }
type Operation = { tags: string[]; responses: Record<string, Response> }
type Use = { tag: string; status: string; text: string }

/**
 * The document as programs read it: schemas, header fields, and error responses that several operations have, are
 * components (OpenAPI 3.1 §4.8.7), so that generated clients name them once. Pages read it without.
 */
export function nameShared(plain: Document): Document {
  const document = nameSchemas(plain as unknown as Record<string, unknown>) as unknown as Document
  const headers: Record<string, object> = {}
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => {
    const named = Object.entries(item ?? {}).map(([key, value]) => [
      key,
      isOperation(value) ? nameHeaders(value, headers) : value,
    ])
    return [path, Object.fromEntries(named) as Record<string, unknown>] as const
  })
  const names = nameResponses(paths.flatMap(([, item]) => Object.values(item).filter(isOperation)))
  const responses: Record<string, object> = {}
  for (const [, item] of paths)
    for (const { tags, responses: own } of Object.values(item).filter(isOperation))
      for (const [status, response] of Object.entries(own)) {
        const name = names.get(keyOf({ tag: tags[0] ?? '', status, text: JSON.stringify(response) }))
        if (!name) continue
        responses[name] = response
        own[status] = { $ref: `#/components/responses/${name}` } as Response
      }
  return {
    ...document,
    paths: Object.fromEntries(paths) as Document['paths'],
    components: { ...document.components, headers, responses } as Document['components'],
  }
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'responses' in value
}

/** @param named gets the fields; one that differs from another of its name stays where it is */
function nameHeaders(operation: Operation, named: Record<string, object>): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const fields = Object.entries(response.headers ?? {}).map(([name, header]) => {
      const known = named[name] ?? header
      named[name] = known
      const same = JSON.stringify(known) === JSON.stringify(header)
      return [name, same ? { $ref: `#/components/headers/${name}` } : header]
    })
    return [status, response.headers ? { ...response, headers: Object.fromEntries(fields) } : response]
  })
  return { ...operation, responses: Object.fromEntries(responses) }
}

/** The names of error responses that a group has more than once, such as `SandboxUnauthorized`. */
function nameResponses(operations: Operation[]): Map<string, string> {
  const uses = operations.flatMap(({ tags, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]): Use => ({ tag: tags[0] ?? '', status, text: JSON.stringify(response) })),
  )
  const names = new Map<string, string>()
  for (const use of uses) {
    const key = keyOf(use)
    if (names.has(key) || uses.filter((each) => keyOf(each) === key).length < 2) continue
    const plain = capitalise(use.tag) + (STATUS_CODES[use.status] ?? use.status).replace(/[^A-Za-z]/g, '')
    const same = [...names.values()].filter((name) => name.replace(/\d+$/, '') === plain).length
    names.set(key, same === 0 ? plain : `${plain}${same + 1}`)
  }
  return names
}

function keyOf({ tag, status, text }: Use): string {
  return `${tag} ${status} ${text}`
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
