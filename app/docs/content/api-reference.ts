import { describeApi } from '../reference/openapi'
import {
  type ApiResponse,
  exampleOf,
  type Field,
  type Operation,
  readFields,
  readOperations,
} from '../reference/read-document'
import type { Block, DocsPage, Part, Words } from './blocks'

/** The API reference, generated from the OpenAPI document that can be downloaded. */
export function describeReference(words: Words): DocsPage {
  const { t, api } = words
  return {
    path: '/docs/reference',
    title: t('reference.title'),
    lead: t('reference.lead'),
    above: [{ path: '/docs', title: t('title') }],
    parts: readOperations(describeApi(api)).map((operation) => describeOperation(operation, words)),
  }
}

function describeOperation(operation: Operation, { t }: Words): Part {
  const { id, method, path, summary, description, servers, bearer, parameters, form, responses } = operation
  return {
    anchor: id,
    title: summary,
    blocks: [
      { kind: 'paragraph', text: `**${method}** \`${path}\`` },
      { kind: 'paragraph', text: description },
      {
        kind: 'facts',
        items: [
          { term: t('reference.servers'), value: servers.map((url) => `\`${url}\``).join(' ') },
          { term: t('reference.authentication'), value: t(bearer ? 'reference.bearer' : 'reference.client') },
        ],
      },
      ...fieldTable(t('reference.parameters'), summary, parameters, t),
      ...fieldTable(t('reference.body'), summary, form, t),
      ...responseBlocks(responses, summary, t),
    ],
  }
}

function responseBlocks(responses: ApiResponse[], of: string, t: Words['t']): Block[] {
  const success = responses.find(({ status, schema }) => status === '200' && schema)?.schema
  const title = t('reference.answers')
  return [
    { kind: 'heading', text: title },
    {
      kind: 'table',
      caption: `${title}: ${of}`,
      columns: [{ label: t('reference.status') }, { label: t('reference.about') }, { label: 'Content-Type' }],
      rows: responses.map(({ status, description, mediaType }) => [
        `\`${status}\``,
        description,
        mediaType ? `\`${mediaType}\`` : t('reference.none'),
      ]),
    },
    headerTable(responses, of, t),
    ...(success ? fieldTable(t('reference.fields'), of, readFields(success), t) : []),
    ...(success ? [example(JSON.stringify(exampleOf(success), null, 2), t)] : []),
  ]
}

function headerTable(responses: ApiResponse[], of: string, t: Words['t']): Block {
  const all = responses.flatMap(({ headers }) => headers)
  const names = [...new Set(all.map(({ name }) => name))]
  const statusesOf = (wanted: string) =>
    responses.filter(({ headers }) => headers.some(({ name }) => name === wanted)).map(({ status }) => status)
  return {
    kind: 'table',
    caption: `${t('reference.headers')}: ${of}`,
    columns: [
      { label: t('reference.headers') },
      { label: t('reference.about') },
      { label: t('reference.status') },
    ],
    rows: names.map((name) => [
      `\`${name}\``,
      all.find((header) => header.name === name)?.description ?? '',
      statusesOf(name).join(', '),
    ]),
  }
}

function example(code: string, t: Words['t']): Block {
  return { kind: 'code', title: t('reference.example'), code, language: 'json' }
}

function fieldTable(title: string, of: string, fields: Field[], t: Words['t']): Block[] {
  if (fields.length === 0) return []
  return [
    { kind: 'heading', text: title },
    {
      kind: 'table',
      caption: `${title}: ${of}`,
      columns: [{ label: t('reference.name') }, { label: 'Type' }, { label: t('reference.about') }],
      rows: fields.map(({ name, type, description, required }) => [
        required ? `\`${name}\` (${t('reference.required')})` : `\`${name}\``,
        `\`${type}\``,
        description,
      ]),
    },
  ]
}
