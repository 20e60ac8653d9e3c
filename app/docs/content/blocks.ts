import type { useTranslations } from 'next-intl'
import type { Environment } from '@/generated/prisma/enums'
import type { Locale } from '@/lib/languages'
import type { Describe } from '../openapi/group'

/**
 * The documentation as data. The page in the browser, its Markdown and the search index are all generated from it, so
 * they can't disagree.
 */
export type DocsPage = {
  path: string
  title: string
  /** The page's subject in one sentence, below its title. */
  lead: string
  /** The parent pages, below `/docs`. */
  above: { path: string; title: string }[]
  /** Codes and statuses next to the title. */
  badges?: string[]
  parts: Part[]
}

/** The content under one heading and anchor. A part without a title continues the lead. */
export type Part = {
  anchor?: string
  title?: string
  blocks: Block[]
  /** Shown in separate columns where there is room: how to call an endpoint, and what it returns. */
  columns?: [BlockColumn, BlockColumn]
  /** The endpoint, for a form that calls it. */
  operation?: string
}

export type BlockColumn = { title: string; blocks: Block[] }

/** Text with `**strong**`, `` `code` `` and `[links](/address)`, and no other Markdown. */
export type Inline = string

export type Cell = Inline | { environment: Environment } | { copy: string; copyName: string }

/** A parameter, a field of a body, or a header. */
export type FieldLine = { name: string; mark: string; description: Inline }

export type Block =
  | { kind: 'heading' | 'paragraph'; text: Inline }
  | { kind: 'list'; ordered?: boolean; items: Inline[] }
  | { kind: 'facts'; items: { term: string; value: Inline }[] }
  | { kind: 'table'; caption: string; columns: { label: string; numeric?: boolean }[]; rows: Cell[][] }
  /** Code to run has a copy button; output has none. */
  | { kind: 'code'; title: string; code: string; language: string; copyName?: string }
  | { kind: 'endpoint'; method: string; path: string }
  | { kind: 'fields'; title: string; folded?: boolean; fields: FieldLine[] }
  /** Pages of which this is one. */
  | { kind: 'links'; label: string; links: { label: string; path: string; current: boolean }[] }
  /** One of several, up to eight. `id` is unique on the page. */
  | { kind: 'tabs'; id: string; label: string; tabs: { label: string; blocks: Block[] }[] }

/** The documentation's texts in one language. */
export type Words = {
  t: ReturnType<typeof useTranslations<'docs'>>
  api: Describe
  locale: Locale
}

/** With a copy button that is named after its title. */
export function codeToRun({ t }: Pick<Words, 't'>, title: string, code: string, language: string): Block {
  return { kind: 'code', title, code, language, copyName: `${t('copy')}: ${title}` }
}

/** The name of an error code, linked to its page. */
export function codeLink(code: string, text = code): Inline {
  return `[\`${text}\`](/docs/errors/${code})`
}
