import type { describeApi } from './document'

type Schema = {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  example?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
}

/** One field; `name` contains dots for nested objects. */
export type DocumentedField = {
  name: string
  type: string
  description: string
  required: boolean
  example?: unknown
}

/** A body that a response may have; `name` is the error's code. */
export type Example = { name?: string; body: string }

export type ApiResponse = {
  status: string
  description: string
  mediaType: string | null
  schema: Schema | null
  examples: Example[]
  headers: { name: string; description: string }[]
}

export type Operation = {
  id: string
  group: string
  method: string
  path: string
  summary: string
  description: string
  deprecated: boolean
  /** The Sandbox's first. */
  servers: { url: string; description: string }[]
  /** Its authentication: the client's credentials, a token, or a key of the portal. */
  authentication: 'client' | 'bearer' | 'personalKey'
  parameters: (DocumentedField & { in: string })[]
  form: DocumentedField[]
  /** A body in JSON. */
  json: { fields: DocumentedField[]; example: unknown } | null
  responses: ApiResponse[]
}

type Header = { description?: string; schema?: Schema }

type Media = { schema: Schema; examples?: Record<string, { value: unknown }> }

type RawOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  deprecated?: boolean
  security: object[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<
    string,
    { description: string; content?: Record<string, Media>; headers?: Record<string, Header> }
  >
}

const methods = ['get', 'put', 'post', 'delete'] as const

type RawPath = { servers?: Operation['servers'] } & Partial<Record<(typeof methods)[number], RawOperation>>

/** The operations of the document as a flat list, for the reference. */
export function readOperations(document: ReturnType<typeof describeApi>): Operation[] {
  const paths = (document.paths ?? {}) as unknown as Record<string, RawPath>
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const servers = (item.servers ?? document.servers ?? []) as Operation['servers']
      return [{ ...readOperation(operation), method: method.toUpperCase(), path, servers }]
    }),
  )
}

/** The fields of an object, nested ones after their parent. */
export function readDocumentedFields(schema: Schema, prefix = ''): DocumentedField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = schema.required?.includes(name) ?? false
    const nullable = field.anyOf?.find(({ properties }) => properties)
    const nested = readDocumentedFields(
      field.items ?? nullable ?? field,
      `${prefix}${name}${field.items ? '[]' : ''}.`,
    )
    return [{ ...readField(prefix + name, field), required }, ...nested]
  })
}

/** An example of an object, from the examples of its fields. */
function exampleOf(schema: Schema): unknown {
  const own = schema.example ?? schema.examples?.[0]
  if (own !== undefined) return own
  if (schema.items) return [exampleOf(schema.items)]
  if (!schema.properties) return schema.const ?? null
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field)]),
  )
}

function readOperation(raw: RawOperation): Omit<Operation, 'method' | 'path' | 'servers'> {
  const { content = {} } = raw.requestBody ?? {}
  const form = content['application/x-www-form-urlencoded']
  const json = content['application/json']
  return {
    id: raw.operationId,
    group: raw.tags[0] ?? '',
    summary: raw.summary,
    description: raw.description,
    deprecated: raw.deprecated ?? false,
    authentication:
      (['bearer', 'personalKey'] as const).find((name) => raw.security.some((scheme) => name in scheme)) ??
      'client',
    parameters: (raw.parameters ?? []).map(({ name, in: place, required = false, schema, description }) => {
      const field = readField(name, schema)
      return { ...field, in: place, description: description ?? field.description, required }
    }),
    form: form ? readDocumentedFields(form.schema) : [],
    json: json ? { fields: readDocumentedFields(json.schema), example: exampleOf(json.schema) } : null,
    responses: Object.entries(raw.responses).map(([status, { description, content, headers = {} }]) => {
      const [mediaType, media] = Object.entries(content ?? {})[0] ?? []
      return {
        status,
        description,
        mediaType: mediaType ?? null,
        schema: media?.schema ?? null,
        examples: media ? readExamples(media) : [],
        headers: Object.entries(headers).map(([name, header]) => ({
          name,
          description: header.description ?? header.schema?.description ?? '',
        })),
      }
    }),
  }
}

function readExamples({ schema, examples }: Media): Example[] {
  const write = (value: unknown) => JSON.stringify(value, null, 2)
  if (!examples) return [{ body: write(exampleOf(schema)) }]
  return Object.entries(examples).map(([name, { value }]) => ({ name, body: write(value) }))
}

function readField(name: string, schema: Schema): Omit<DocumentedField, 'required'> {
  const example = schema.example ?? schema.examples?.[0]
  return { name, type: typeOf(schema), description: schema.description ?? '', example }
}

function typeOf({ type, enum: values, const: constant, items, anyOf }: Schema): string {
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (constant !== undefined) return JSON.stringify(constant)
  if (items) return `${items.type ?? 'object'}[]`
  return Array.isArray(type) ? type.join(' | ') : (type ?? '')
}
