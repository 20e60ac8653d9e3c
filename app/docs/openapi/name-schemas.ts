type Json = { [key: string]: unknown }

/**
 * The document with what a response or a webhook carries open, as the version policy says: fields and codes may be
 * added. A client that is generated from it ignores the ones it does not know. Bodies of requests stay strict.
 * Schemas with a title become components, which generated clients name once; one that differs in requests is `…Input`.
 */
export function nameSchemas(document: Json): Json {
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
