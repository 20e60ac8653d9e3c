import type { describeApi } from './openapi'

type Schema = {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  example?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
}

/** One row of a table of fields; `name` contains dots for nested objects. */
export type Field = { name: string; type: string; description: string; required: boolean }

export type ApiResponse = {
  status: string
  description: string
  mediaType: string | null
  schema: Schema | null
  headers: { name: string; description: string }[]
}

export type Operation = {
  id: string
  method: string
  path: string
  summary: string
  description: string
  servers: string[]
  bearer: boolean
  parameters: Field[]
  form: Field[]
  responses: ApiResponse[]
}

type Header = { description?: string; schema?: Schema }

type RawOperation = {
  operationId: string
  summary: string
  description: string
  security: object[]
  parameters?: { name: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: Schema }>; headers?: Record<string, Header> }
  >
}

type RawPath = { servers?: { url: string }[] } & Partial<Record<'get' | 'post', RawOperation>>

/** The operations of the document as a flat list, for the reference page. */
export function readOperations(document: ReturnType<typeof describeApi>): Operation[] {
  const paths = (document.paths ?? {}) as unknown as Record<string, RawPath>
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const servers = (item.servers ?? document.servers ?? []).map(({ url }) => url)
      return [readOperation(method, path, servers, operation)]
    }),
  )
}

/** The fields of an object, nested ones after their parent. */
export function readFields(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = schema.required?.includes(name) ?? false
    const line = { name: prefix + name, type: typeOf(field), description: field.description ?? '', required }
    return [line, ...readFields(field.items ?? field, `${prefix}${name}${field.items ? '[]' : ''}.`)]
  })
}

/** An example of an object, from the examples of its fields. */
export function exampleOf(schema: Schema): unknown {
  const own = schema.example ?? schema.examples?.[0]
  if (own !== undefined) return own
  if (!schema.properties) return schema.const ?? null
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field)]),
  )
}

function readOperation(method: string, path: string, servers: string[], raw: RawOperation): Operation {
  const body = raw.requestBody && Object.values(raw.requestBody.content)[0]
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    description: raw.description,
    servers,
    bearer: raw.security.some((scheme) => 'bearer' in scheme),
    parameters: (raw.parameters ?? []).map(({ name, required = false, schema, description }) => ({
      name,
      type: typeOf(schema),
      description: description ?? schema.description ?? '',
      required,
    })),
    form: body ? readFields(body.schema) : [],
    responses: Object.entries(raw.responses).map(([status, { description, content, headers = {} }]) => {
      const [mediaType, media] = Object.entries(content ?? {})[0] ?? []
      return {
        status,
        description,
        mediaType: mediaType ?? null,
        schema: media?.schema ?? null,
        headers: Object.entries(headers).map(([name, header]) => ({
          name,
          description: header.description ?? header.schema?.description ?? '',
        })),
      }
    }),
  }
}

function typeOf({ type, enum: values, const: constant, items }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (constant !== undefined) return JSON.stringify(constant)
  if (items) return `${items.type ?? 'object'}[]`
  return Array.isArray(type) ? type.join(' | ') : (type ?? '')
}
