'use client'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import type { ConsoleCalls, ConsoleExchange } from '@/app/_console/state'
import { BalanceReceipt } from '@/components/balance-receipt'
import { indentJson } from '@/components/code/format-json'
import { EmptySlot, LedgeSlot, Receipt } from '@/components/receipt'
import { curlBalance, curlToken } from '@/components/snippets/curl'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { FormContext } from '@/components/ui/form-state'
import { TextLink } from '@/components/ui/text-link'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { Json, statusText } from './json'
import { MsisdnContext } from './msisdn'

type Props = {
  clientId: string
  tokenUrl: string
  accountUrl: string
  texts: StepTexts & Record<'token' | 'balance' | 'reused' | 'of' | 'slot' | 'explain', string>
}

/** The two calls in order, as they would be sent, then with their responses; dimmed while others are awaited. */
export function Responses({ clientId, tokenUrl, accountUrl, texts }: Props) {
  const { state, pending } = use(FormContext)
  const [msisdn] = use(MsisdnContext)
  const { tokenCall, balanceCall, reused } = (state.value as ConsoleCalls | undefined) ?? {}
  const queried = (balanceCall && new URL(balanceCall.request.url).searchParams.get('msisdn')) ?? msisdn
  return (
    <div
      aria-busy={pending}
      className="grid min-w-0 content-start gap-4 transition-opacity duration-200 aria-busy:opacity-50 aria-busy:delay-100"
    >
      <p role="status" className="sr-only">
        {tokenCall && `${texts.token}: ${reused ? texts.reused : statusText(tokenCall)}. `}
        {balanceCall && `${texts.balance}: ${statusText(balanceCall)}.`}
      </p>
      <TimingBar
        token={reused ? texts.reused : tokenCall?.answer.latency}
        balance={balanceCall?.answer.latency}
        failed={(balanceCall?.answer.status ?? 0) >= 500}
        texts={texts}
      />
      <div className="grid overflow-clip rounded-xl border border-line bg-raised xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="px-1.5 py-6 xl:order-last">
          <LedgeSlot>
            <Printed last={balanceCall ?? (tokenCall?.answer.code ? tokenCall : undefined)} texts={texts} />
          </LedgeSlot>
        </div>
        <div className="min-w-0 divide-y divide-code-line bg-code text-code-ink">
          <Step
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
            title={texts.balance}
            call={`GET ${new URL(accountUrl).pathname}`}
            query={`?msisdn=${encodeURIComponent(queried)}`}
            curl={curlBalance(accountUrl, queried)}
            exchange={balanceCall}
            open
            texts={texts}
          />
        </div>
      </div>
    </div>
  )
}

/** The balance, or the error with what it means. */
function Printed({ last, texts }: { last?: ConsoleExchange; texts: Props['texts'] }) {
  const code = last?.answer.code
  if (!last) return <EmptySlot className="h-32 xl:h-55">{texts.slot}</EmptySlot>
  if (!code) return <BalanceReceipt body={last.answer.body} status={statusText(last)} />
  const [before, after] = texts.explain.split('{code}')
  return (
    <Receipt
      title={new URL(last.request.url).searchParams.get('msisdn') ?? texts.token}
      status={statusText(last)}
    >
      <p className="my-2 border-line-strong/50 border-t border-dashed pt-3 font-semibold text-xl [overflow-wrap:anywhere]">
        {code}
      </p>
      <TextLink href={`/docs/errors/${code}`}>
        {before}
        <code>{code}</code>
        {after}
      </TextLink>
    </Receipt>
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
  [200, '200 ms'],
  [2000, '2 s'],
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

type StepTexts = Record<'headers' | 'request' | 'answer' | 'requestId' | 'copy' | 'copyCurl', string>

type StepProps = {
  title: string
  /** Method and path, and what is after the path. */
  call: string
  query?: string
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

/** One call: its request above its response. */
function Step({ title, call, query, curl, exchange, mark, open, texts, secret }: StepProps) {
  const [isOpen, setIsOpen] = useState(open)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setIsOpen(true)
  }
  const { request, answer } = exchange ?? {}
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group min-w-0"
    >
      <summary className="flex min-h-12 items-center gap-x-3 px-4 py-2 -outline-offset-2 hover:bg-code-line/50">
        <ChevronDown
          className="size-4 shrink-0 -rotate-90 text-code-muted transition-transform group-open:rotate-0"
          aria-hidden="true"
        />
        <h3 className="text-sm">{title}</h3>
        <code className="min-w-0 flex-1 truncate text-code-muted text-xs">{call}</code>
        <span className="flex items-center gap-3 whitespace-nowrap">
          {mark && <Badge>{mark}</Badge>}
          {exchange && (
            <>
              {!mark && <span className="text-sm tabular-nums">{exchange.answer.latency} ms</span>}
              <OutcomeBadge status={exchange.answer.status} text={statusText(exchange)} />
            </>
          )}
        </span>
      </summary>
      <div data-secret={secret ? '' : undefined}>
        <Message
          title={texts.request}
          copy={
            <CopyButton
              text={curl}
              label={texts.copyCurl}
              name={`${texts.copyCurl}: ${title}`}
              place="code"
            />
          }
          code={
            <>
              {call}
              {query && <span className="text-code-string">{query}</span>}
              {request?.body && `\n\n${request.body}`}
            </>
          }
        >
          {request && <Fold label={texts.headers}>{request.head}</Fold>}
          <Fold label="curl">{curl}</Fold>
        </Message>
        {answer && (
          <Message
            title={texts.answer}
            copy={
              <CopyButton
                text={indentJson(answer.body)}
                name={`${texts.copy}: ${title}, ${texts.answer}`}
                place="code"
              />
            }
            code={<Json text={answer.body} />}
          >
            <Fold label={texts.headers}>{answer.head}</Fold>
            {answer.requestId && (
              <p className="px-4 py-1 text-code-muted text-xs">
                {texts.requestId} <code className="[overflow-wrap:anywhere]">{answer.requestId}</code>
              </p>
            )}
          </Message>
        )}
      </div>
    </details>
  )
}

type MessageProps = {
  title: string
  aside?: ReactNode
  copy: ReactNode
  code: ReactNode
  children: ReactNode
}

/** A request or a response. */
function Message({ title, copy, code, children }: MessageProps) {
  return (
    <section className="border-code-line border-t pb-3">
      <header className="flex items-center justify-between gap-x-3 py-1 pr-2 pl-4 text-xs">
        <h4 className="font-medium">{title}</h4>
        {copy}
      </header>
      <Lines>{code}</Lines>
      {children}
    </section>
  )
}

function Lines({ children }: { children: ReactNode }) {
  return (
    <pre className="whitespace-pre-wrap px-4 py-1 font-mono text-[0.8125rem] leading-6 [overflow-wrap:anywhere]">
      {children}
    </pre>
  )
}

function Fold({ label, children }: { label: string; children: string }) {
  return (
    <details>
      <summary className="min-h-7 cursor-pointer before:mr-2 before:content-['›'] px-4 py-1 text-code-muted text-xs -outline-offset-2 hover:text-code-ink">
        {label}
      </summary>
      <Lines>{children}</Lines>
    </details>
  )
}
