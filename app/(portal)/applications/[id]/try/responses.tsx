'use client'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import type { ConsoleCalls, ConsoleExchange } from '@/app/_console/state'
import { LedgeReceipt } from '@/components/balance-receipt'
import { formatJson, indentJson } from '@/components/code/format-json'
import { curlBalance, curlToken } from '@/components/snippets/curl'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { FormContext } from '@/components/ui/form-state'
import { Link } from '@/components/ui/link'
import { Tabs } from '@/components/ui/tabs'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { Json } from './json'
import { MsisdnContext } from './msisdn'
import { statusText } from './status-text'

type Props = {
  clientId: string
  tokenUrl: string
  accountUrl: string
  texts: StepTexts & Record<'token' | 'balance' | 'reused' | 'of', string>
}

/** The two calls in order, each with its response once there is one; dimmed while others are awaited. */
export function Responses({ clientId, tokenUrl, accountUrl, texts }: Props) {
  const { state, pending } = use(FormContext)
  const [msisdn] = use(MsisdnContext)
  const { tokenCall, balanceCall, reused } = (state.value as ConsoleCalls | undefined) ?? {}
  const queried = balanceCall && new URL(balanceCall.request.url).searchParams.get('msisdn')
  return (
    <div
      aria-busy={pending}
      className="grid min-w-0 content-start gap-4 transition-opacity duration-200 aria-busy:opacity-50 aria-busy:delay-100"
    >
      <p role="status" className="sr-only">
        {tokenCall && `${texts.token}: ${reused ? texts.reused : statusText(tokenCall)}. `}
        {balanceCall && `${texts.balance}: ${statusText(balanceCall)}.`}
      </p>
      {(tokenCall || balanceCall) && (
        <TimingBar
          token={reused ? texts.reused : tokenCall?.answer.latency}
          balance={balanceCall?.answer.latency}
          failed={(balanceCall?.answer.status ?? 0) >= 500}
          texts={texts}
        />
      )}
      <div className="grid items-start gap-6 has-[.ticket]:xl:grid-cols-[minmax(0,1fr)_20rem]">
        {balanceCall && (
          <div className="not-has-[.ticket]:hidden xl:order-last">
            <LedgeReceipt body={balanceCall.answer.body} />
          </div>
        )}
        <div className="min-w-0 divide-y divide-line overflow-clip rounded-2xl border border-line bg-surface">
          <Step
            name="token"
            title={texts.token}
            call={`POST ${new URL(tokenUrl).pathname}`}
            curl={curlToken(tokenUrl, clientId)}
            exchange={tokenCall}
            mark={reused ? texts.reused : undefined}
            open={Boolean(tokenCall && !balanceCall)}
            texts={texts}
            secret
          />
          <Step
            name="balance"
            title={texts.balance}
            call={`GET ${new URL(accountUrl).pathname}`}
            curl={curlBalance(accountUrl, queried ?? msisdn)}
            exchange={balanceCall}
            open
            texts={texts}
          />
        </div>
      </div>
    </div>
  )
}

type TimingBarProps = {
  /** Milliseconds; a word instead of them if no call was made. */
  token?: number | string
  balance?: number
  failed?: boolean
  /** `of` holds a place for the `{total}` and the `{scale}`. */
  texts: Record<'token' | 'balance' | 'of', string>
}

/** Milliseconds, and how they are written: few, so that calls compare. The portal waits no longer than the last. */
const scales = [
  [100, '100 ms'],
  [3000, '3 s'],
  [10_000, '10 s'],
] as const

/** How long the calls of the last press took. Drawn with attributes, as the policy forbids inline styles. */
export function TimingBar({ token, balance, failed, texts }: TimingBarProps) {
  const forToken = typeof token === 'number' ? token : 0
  const total = forToken + (balance ?? 0)
  const [scale, written] = scales.find(([most]) => total <= most) ?? scales[2]
  const widthOf = (ms: number) => `${Math.min(100, (100 * ms) / scale)}%`
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-x-5 gap-y-1 text-xs tabular-nums">
        <dl className="contents">
          <Part look="bg-line-strong" term={texts.token} value={token} />
          <Part look={failed ? 'bg-chart-failed' : 'bg-accent'} term={texts.balance} value={balance} />
        </dl>
        <p className="ml-auto text-muted">
          {texts.of.replace('{total}', `${total} ms`).replace('{scale}', written)}
        </p>
      </div>
      <svg className="h-2.5 w-full rounded-full bg-raised" aria-hidden="true">
        {forToken > 0 && <rect width={widthOf(forToken)} height="100%" className="fill-line-strong" />}
        {balance !== undefined && (
          <rect
            x={widthOf(forToken)}
            width={widthOf(balance)}
            height="100%"
            className={failed ? 'fill-chart-failed' : 'fill-accent'}
          />
        )}
      </svg>
    </div>
  )
}

function Part({ look, term, value }: { look: string; term: string; value?: number | string }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="flex items-center gap-2 text-muted">
        <span className={`size-2.5 rounded-xs ${look}`} aria-hidden="true" />
        {term}
      </dt>
      <dd className="font-medium">{typeof value === 'number' ? `${value} ms` : (value ?? '–')}</dd>
    </div>
  )
}

/** `explain` holds a place for the `{code}`. */
type StepTexts = Record<
  'view' | 'body' | 'headers' | 'raw' | 'request' | 'answer' | 'requestId' | 'explain' | 'copy' | 'copyCurl',
  string
>

type StepProps = {
  name: string
  title: string
  /** Method and path. */
  call: string
  curl: string
  exchange?: ConsoleExchange
  /** A word next to the title. */
  mark?: string
  /** Opens when this becomes true; from then on the reader decides. */
  open: boolean
  texts: StepTexts
  /** Whether the response holds what must not reach paper: a token. */
  secret?: boolean
}

/** One call: how to make it, and once it was made, its response from several sides. */
function Step({ name, title, call, curl, exchange, mark, open, texts, secret }: StepProps) {
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
}: Pick<StepProps, 'name' | 'title' | 'curl' | 'texts'> & { exchange: ConsoleExchange }) {
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
}: Pick<StepProps, 'title' | 'curl' | 'texts'> & { exchange: ConsoleExchange }) {
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
