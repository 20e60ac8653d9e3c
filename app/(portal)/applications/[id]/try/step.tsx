'use client'

import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Exchange } from '@/app/_console/state'
import { formatJson, indentJson } from '@/components/code/format-json'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { Tabs } from '@/components/ui/tabs'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { Json } from './json'
import { statusText } from './status-text'

/** `explain` holds a place for the `{code}`. */
export type StepTexts = Record<
  'view' | 'body' | 'headers' | 'raw' | 'request' | 'answer' | 'requestId' | 'explain' | 'copy' | 'copyCurl',
  string
>

type Props = {
  name: string
  title: string
  /** Method and path. */
  call: string
  curl: string
  exchange?: Exchange
  /** A word next to the title. */
  mark?: string
  /** Opens when this becomes true; from then on the reader decides. */
  open: boolean
  texts: StepTexts
  /** Whether the response holds what must not reach paper: a token. */
  secret?: boolean
}

/** One call: how to make it, and once it was made, its response from several sides. */
export function Step({ name, title, call, curl, exchange, mark, open, texts, secret }: Props) {
  const [isOpen, setIsOpen] = useState(open)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setIsOpen(true)
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group min-w-0"
    >
      <summary className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 -outline-offset-2 hover:bg-raised/60 sm:px-5">
        <ChevronDown
          className="size-4 shrink-0 -rotate-90 text-muted transition-transform group-open:rotate-0"
          aria-hidden="true"
        />
        <h3 className="text-base">{title}</h3>
        <code className="min-w-0 text-muted text-xs [overflow-wrap:anywhere]">{call}</code>
        <span className="ml-auto flex items-center gap-3">
          {mark && <Badge>{mark}</Badge>}
          {exchange && (
            <>
              {!mark && <span className="text-sm tabular-nums">{exchange.answer.latency} ms</span>}
              <OutcomeBadge status={exchange.answer.status} text={statusText(exchange)} />
            </>
          )}
        </span>
      </summary>
      <div
        className="grid min-w-0 gap-3 border-line border-t p-4 sm:p-5"
        data-secret={secret ? '' : undefined}
      >
        {exchange ? (
          <Answer {...{ name, title, curl, exchange, texts }} />
        ) : (
          <CodeBlock
            title="curl"
            code={curl}
            copyLabel={texts.copyCurl}
            copyName={`${texts.copyCurl}: ${title}`}
          />
        )}
      </div>
    </details>
  )
}

function Answer({
  name,
  title,
  curl,
  exchange,
  texts,
}: Pick<Props, 'name' | 'title' | 'curl' | 'texts'> & { exchange: Exchange }) {
  const { request, answer } = exchange
  const block = (label: string, code: string, children?: ReactNode) => (
    <CodeBlock title={label} code={code} copyName={`${texts.copy}: ${title}, ${label}`}>
      <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{children ?? code}</span>
    </CodeBlock>
  )
  const tabs = [
    {
      value: 'body',
      label: texts.body,
      content: block(
        formatJson(answer.body) ? 'JSON' : texts.body,
        indentJson(answer.body),
        <Json text={answer.body} />,
      ),
    },
    { value: 'headers', label: texts.headers, content: block(texts.headers, answer.head) },
    {
      value: 'raw',
      label: texts.raw,
      content: (
        <div className="grid gap-3">
          {block(texts.request, [request.head, request.body].filter(Boolean).join('\n\n'))}
          {block(texts.answer, [answer.head, answer.body].filter(Boolean).join('\n\n'))}
        </div>
      ),
    },
    { value: 'curl', label: 'curl', content: block('curl', curl) },
  ]
  return (
    <>
      <Facts {...{ title, curl, exchange, texts }} />
      <Tabs name={`${name}-view`} label={`${texts.view}: ${title}`} tabs={tabs} />
    </>
  )
}

function Facts({
  title,
  curl,
  exchange,
  texts,
}: Pick<Props, 'title' | 'curl' | 'texts'> & { exchange: Exchange }) {
  const { requestId, code } = exchange.answer
  const [before, after] = texts.explain.split('{code}')
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2 text-sm">
      <div className="grid min-w-0 gap-1">
        {requestId && (
          <p className="min-w-0 text-muted">
            {texts.requestId} <code className="text-ink text-xs [overflow-wrap:anywhere]">{requestId}</code>
          </p>
        )}
        {code && (
          <Link
            href={`/docs/errors/${code}`}
            className="inline-block min-h-6 text-accent underline underline-offset-2"
          >
            {before}
            <code>{code}</code>
            {after}
          </Link>
        )}
      </div>
      <span>
        <CopyButton text={curl} label={texts.copyCurl} name={`${texts.copyCurl}: ${title}`} />
      </span>
    </div>
  )
}
