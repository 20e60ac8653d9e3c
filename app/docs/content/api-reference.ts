import { requestSamples, type SampleRequest } from '@/components/snippets/samples'
import { isErrorCode } from '@/lib/error-codes'
import type { Locale } from '@/lib/languages'
import { describeApi } from '../openapi/document'
import type { ApiGroup } from '../openapi/group'
import { apiGroups } from '../openapi/groups'
import {
  type ApiResponse,
  type DocumentedField,
  type Operation,
  readDocumentedFields,
  readOperations,
} from '../openapi/read-document'
import { type Block, codeLink, type DocsPage, type FieldLine, type Part, type Words } from './blocks'

/**
 * The reference, generated from the OpenAPI document that can be downloaded: an overview, and a page for each
 * group.
 */
export function describeReference(words: Words): DocsPage[] {
  const operations = operationsIn(words)
  return [
    describeOverview(operations, words),
    ...apiGroups.map((group) => describeGroup(group, operations, words)),
  ]
}

const known = new Map<Locale, Operation[]>()

/** Making the document takes longer than all other pages together, and it only changes with the texts. */
function operationsIn({ api, locale }: Words): Operation[] {
  const cached = process.env.NODE_ENV === 'production' ? known.get(locale) : undefined
  const operations = cached ?? readOperations(describeApi(api))
  known.set(locale, operations)
  return operations
}

/** The URL of a group's page. */
export function groupPath(group: string): string {
  return `/docs/reference/${group}`
}

function describeOverview(operations: Operation[], words: Words): DocsPage {
  const { t, api } = words
  return {
    path: '/docs/reference',
    title: t('reference.title'),
    lead: t('reference.lead'),
    above: [{ path: '/docs', title: t('title') }],
    parts: [
      {
        anchor: 'endpoints',
        title: t('reference.endpoints'),
        blocks: apiGroups.flatMap(({ id, title }): Block[] => [
          { kind: 'heading', text: api(title) },
          endpointTable(
            operations.filter(({ group }) => group === id),
            words,
          ),
        ]),
      },
      {
        anchor: 'requests',
        title: t('reference.requests'),
        blocks: [
          { kind: 'paragraph', text: t('reference.requestsLead') },
          { kind: 'paragraph', text: `[${t('reference.download')}](/docs/openapi.json)` },
        ],
      },
    ],
  }
}

function endpointTable(operations: Operation[], { t }: Words): Block {
  return {
    kind: 'table',
    caption: t('reference.endpoints'),
    columns: [{ label: t('reference.endpoint') }, { label: t('reference.about') }],
    rows: operations.map(({ id, group, method, path, summary }) => [
      `\`${method} ${path}\``,
      `[${summary}](${groupPath(group)}#${id})`,
    ]),
  }
}

function describeGroup({ id, title, about }: ApiGroup, operations: Operation[], words: Words): DocsPage {
  const { t, api } = words
  return {
    path: groupPath(id),
    title: api(title),
    lead: api(about),
    above: [
      { path: '/docs', title: t('title') },
      { path: '/docs/reference', title: t('reference.title') },
    ],
    parts: operations
      .filter(({ group }) => group === id)
      .map((operation) => describeOperation(operation, words)),
  }
}

/** An endpoint in three columns: what it does, how to call it, what it returns. */
function describeOperation(operation: Operation, words: Words): Part {
  const { t } = words
  const {
    id,
    method,
    path,
    summary,
    description,
    servers,
    authentication,
    parameters,
    form,
    json,
    responses,
  } = operation
  const success = responses.find(({ status, schema }) => status.startsWith('2') && schema)?.schema
  return {
    anchor: id,
    title: summary,
    operation: id,
    blocks: [
      { kind: 'endpoint', method, path },
      ...(operation.deprecated
        ? [{ kind: 'paragraph', text: `**${t('reference.deprecated')}**` } as const]
        : []),
      { kind: 'paragraph', text: description },
      {
        kind: 'facts',
        items: [
          ...servers.map((server) => ({ term: server.description, value: `\`${server.url}\`` })),
          { term: t('reference.authentication'), value: t(`reference.${authentication}`) },
        ],
      },
      ...fields(t('reference.parameters'), parameters, t),
      ...fields(t('reference.body'), form, t),
      ...fields(t('reference.json'), json?.fields ?? [], t),
      ...(success ? fields(t('reference.fields'), readDocumentedFields(success), t) : []),
      headers(responses, t),
    ],
    columns: [
      { title: t('reference.request'), blocks: [samples(operation, t)] },
      { title: t('reference.response'), blocks: [bodies(operation, t)] },
    ],
  }
}

function fields(title: string, found: DocumentedField[], t: Words['t']): Block[] {
  if (found.length === 0) return []
  const lines = found.map(({ name, type, description, required }): FieldLine => {
    return { name, mark: required ? `${type}, ${t('reference.required')}` : type, description }
  })
  return [{ kind: 'fields', title, fields: lines }]
}

function headers(responses: ApiResponse[], t: Words['t']): Block {
  const all = responses.flatMap(({ headers }) => headers)
  const names = [...new Set(all.map(({ name }) => name))]
  const lines = names.map((name): FieldLine => {
    const statuses = responses.filter(({ headers }) => headers.some((header) => header.name === name))
    const description = all.find((header) => header.name === name)?.description ?? ''
    return { name, mark: statuses.map(({ status }) => status).join(', '), description }
  })
  return { kind: 'fields', title: t('reference.headers'), folded: true, fields: lines }
}

/** Fields that no document has an example of: they come from the caller's environment. */
const variables: Record<string, string> = {
  client_id: 'CLIENT_ID',
  client_secret: 'CLIENT_SECRET',
  token: 'ACCESS_TOKEN',
}

/** The variable that has what is sent as `Authorization: Bearer`. */
const bearers = { client: null, bearer: 'ACCESS_TOKEN', personalKey: 'PERSONAL_ACCESS_KEY' } as const

function samples({ id, ...operation }: Operation, t: Words['t']): Block {
  return {
    kind: 'tabs',
    id: `${id}-language`,
    label: t('reference.language'),
    tabs: requestSamples(sampleRequest(operation)).map(({ label, code, language, file }) => ({
      label,
      blocks: [
        { kind: 'code', title: file ?? label, code, language, copyName: `${t('copy')}: ${id}, ${label}` },
      ],
    })),
  }
}

/** The call that the samples make: to the Sandbox, with the document's examples. */
export function sampleRequest(operation: Omit<Operation, 'id'>): SampleRequest {
  const { method, path, servers, authentication, parameters, form, json } = operation
  const query = new URLSearchParams(
    parameters.filter((each) => each.in === 'query').map(({ name, example }) => [name, String(example)]),
  )
  const url = parameters.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)
  return {
    method,
    url: `${servers[0]?.url}${url}${query.size > 0 ? `?${query}` : ''}`,
    bearer: bearers[authentication],
    json: json && JSON.stringify(json.example),
    // Instead of the secret, which the samples use.
    form: form
      .filter(({ name }) => !name.startsWith('client_assertion'))
      .map(({ name, example }) => {
        const variable = variables[name]
        return variable ? { name, variable } : { name, text: String(example) }
      }),
  }
}

/** One tab for each status, with the bodies that it may have. */
function bodies({ id, responses }: Operation, t: Words['t']): Block {
  return {
    kind: 'tabs',
    id: `${id}-status`,
    label: t('reference.status'),
    tabs: responses.map(({ status, description, mediaType, examples }) => ({
      label: status,
      blocks: [
        { kind: 'paragraph', text: mediaType ? `${description} · \`${mediaType}\`` : description },
        ...examples.flatMap(({ name, body }): Block[] => [
          ...(name
            ? [{ kind: 'paragraph', text: isErrorCode(name) ? codeLink(name) : `\`${name}\`` } as const]
            : []),
          { kind: 'code', title: t('reference.example'), code: body, language: 'json' },
        ]),
      ],
    })),
  }
}
