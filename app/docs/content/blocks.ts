import type { useTranslations } from 'next-intl'
import type { Environment } from '@/generated/prisma/enums'
import type { Locale } from '@/i18n/locale'
import type { Describe } from '../reference/schemas'

/**
 * The documentation as data. The page in the browser, its Markdown and the search index are all made from it, so
 * none can say what another does not.
 */
export type DocsPage = {
  path: string
  title: string
  /** What the page is about, in one sentence, below its title. */
  lead: string
  /** The pages above this one, below `/docs`. */
  above: { path: string; title: string }[]
  /** Codes and statuses beside the title. */
  badges?: string[]
  parts: Part[]
}

/** What stands under one heading and anchor. A part without a title goes on from the lead. */
export type Part = { anchor?: string; title?: string; blocks: Block[] }

/** Text with `**strong**`, `` `code` `` and `[links](/address)`, and nothing else of Markdown. */
export type Inline = string

export type Cell = Inline | { environment: Environment } | { copy: string; copyName: string }

export type Block =
  | { kind: 'heading' | 'paragraph'; text: Inline }
  | { kind: 'list'; ordered?: boolean; items: Inline[] }
  | { kind: 'facts'; items: { term: string; value: Inline }[] }
  | { kind: 'table'; caption: string; columns: { label: string; numeric?: boolean }[]; rows: Cell[][] }
  /** Code to run has a button that copies it; what comes back has none. */
  | { kind: 'code'; title: string; code: string; language: string; copyName?: string }

/** The words of the documentation in one language. */
export type Words = {
  t: ReturnType<typeof useTranslations<'docs'>>
  api: Describe
  locale: Locale
}

/** The name of an error code, leading to its page. */
export function codeLink(code: string, text = code): Inline {
  return `[\`${text}\`](/docs/errors/${code})`
}
