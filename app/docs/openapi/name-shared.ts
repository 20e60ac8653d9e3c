import { STATUS_CODES } from 'node:http'
import type { describeApi } from './document'

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

type Json = { [key: string]: unknown }

/**
 * The document with what a response or a webhook carries open, as the version policy says: fields and codes may be
 * added. A client that is generated from it ignores the ones it does not know. Bodies of requests stay strict.
 * Schemas with a title become components, which generated clients name once; one that differs in requests is `…Input`.
 */
function nameSchemas(document: Json): Json {
  const schemas: Json = {}
  const codes: Codes = { code: new Set(), error: new Set() }
  collectCodes(document, codes)
  const open = (value: unknown) => lift(openSchema(value, codes), schemas, '')
  const strict = (value: unknown) => lift(value, schemas, 'Input')
  const webhooks = eachOperation(document.webhooks, open, open)
  // Responses first: the plain name is theirs.
  const responses = eachOperation(document.paths, (body) => body, open)
  const paths = eachOperation(responses, strict, (response) => response)
  return {
    ...document,
    ...(webhooks && { webhooks }),
    ...(paths && { paths }),
    components: { ...(document.components as Json), schemas },
  }
}

type Change = (value: unknown) => unknown

function eachOperation(paths: unknown, ofBody: Change, ofResponse: Change): Json | undefined {
  return mapObject(paths, (item) =>
    mapObject(item, (operation) => {
      if (!isObject(operation) || !('responses' in operation)) return operation
      const { requestBody, responses } = operation
      return {
        ...operation,
        ...(requestBody !== undefined && { requestBody: ofBody(requestBody) }),
        responses: ofResponse(responses),
      }
    }),
  )
}

/** By the members that hold a code, of which there may be more. */
type Codes = Record<string, Set<string>>

function collectCodes(value: unknown, codes: Codes): void {
  if (Array.isArray(value)) for (const each of value) collectCodes(each, codes)
  if (!isObject(value)) return
  for (const [key, each] of Object.entries(value)) {
    if (isObject(each) && Array.isArray(each.enum))
      for (const code of each.enum) codes[key]?.add(String(code))
    collectCodes(each, codes)
  }
}

function openSchema(value: unknown, codes: Codes): unknown {
  if (Array.isArray(value)) return value.map((each) => openSchema(each, codes))
  if (!isObject(value)) return value
  const { additionalProperties, ...rest } = value
  const opened = additionalProperties === false ? rest : value
  return mapSchema(opened, (each, key) => {
    const known = codes[key]
    if (!known || !isObject(each) || !Array.isArray(each.enum)) return openSchema(each, codes)
    const { enum: _, ...text } = each
    return { ...text, 'x-extensible-enum': [...known].sort() }
  })
}

/** Replaces each schema with a title by a reference to the component of that name, which keeps its own description. */
function lift(value: unknown, schemas: Json, suffix: '' | 'Input'): unknown {
  if (Array.isArray(value)) return value.map((each) => lift(each, schemas, suffix))
  if (!isObject(value)) return value
  const inner = mapSchema(value, (each) => lift(each, schemas, suffix))
  if (typeof inner.title !== 'string' || !('type' in inner)) return inner
  const { title, description, ...schema } = inner
  const name = isSame(schemas[title] ?? schema, schema) ? title : `${title}${suffix}`
  if (!isSame(schemas[name] ?? schema, schema)) throw new Error(`two schemas are called ${name}`)
  schemas[name] ??= schema
  return { $ref: `#/components/schemas/${name}`, ...(description !== undefined && { description }) }
}

/** Whatever their examples. */
function isSame(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((each) => JSON.stringify(mapWithoutExamples(each)))
  return first === second
}

function mapWithoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapWithoutExamples)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([key]) => !isExample(key))
  return Object.fromEntries(members.map(([key, each]) => [key, mapWithoutExamples(each)]))
}

function isExample(key: string): boolean {
  return key === 'example' || key === 'examples'
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Examples hold members of any name. */
function mapSchema(value: Json, change: (value: unknown, key: string) => unknown): Json {
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, each]) => [key, isExample(key) ? each : change(each, key)]))
}

function mapObject(value: unknown, change: Change): Json | undefined {
  if (!isObject(value)) return undefined
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]))
}
