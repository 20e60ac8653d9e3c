import type { Locale } from '@/lib/languages'
import { describeApi } from '../openapi/document'
import type { ApiGroup } from '../openapi/group'
import { apiGroups } from '../openapi/groups'
import { type Operation, readOperations } from '../openapi/read-document'
import type { Block, DocsPage, Words } from './blocks'
import { describeOperation } from './operation'

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
