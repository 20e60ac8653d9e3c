'use client'

import Link from 'next/link'
import { use } from 'react'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { FormContext } from '@/components/ui/form-state'
import type { Calls } from './state'

type Props = {
  of: 'tokenCall' | 'balanceCall'
  /** `explain` holds a place for the `{code}`. */
  texts: Record<
    | 'status'
    | 'latency'
    | 'requestId'
    | 'explain'
    | 'request'
    | 'copyRequest'
    | 'answer'
    | 'copyAnswer'
    | 'copied',
    string
  >
  /** Whether the response holds what must not reach paper: a token. */
  secret?: boolean
}

/**
 * One call as it went over the wire, and its response, with what one looks for first above them. It takes all its texts,
 * as all of it appears in the browser, by what came back.
 */
export function ExchangeView({ of, texts, secret }: Props) {
  const exchange = (use(FormContext).state.value as Calls | undefined)?.[of]
  if (!exchange) return null
  const { request, answer } = exchange
  const [before, after] = texts.explain.split('{code}')
  return (
    <div className="mt-5 grid min-w-0 gap-4 border-line border-t pt-5" role="status">
      <dl className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
        <Fact term={texts.status}>
          <Badge tone={answer.status < 400 ? 'success' : 'danger'}>{answer.status}</Badge>
        </Fact>
        <Fact term={texts.latency}>
          <span className="tabular-nums">{answer.latency} ms</span>
        </Fact>
        {answer.requestId && (
          <Fact term={texts.requestId}>
            <code className="text-xs [overflow-wrap:anywhere]">{answer.requestId}</code>
          </Fact>
        )}
      </dl>
      {answer.code && (
        <p className="text-sm">
          <Link
            href={`/docs/errors/${answer.code}`}
            className="inline-block min-h-6 text-accent underline underline-offset-2"
          >
            {before}
            <code>{answer.code}</code>
            {after}
          </Link>
        </p>
      )}
      <div className="grid min-w-0 gap-4 lg:grid-cols-2" data-secret={secret ? '' : undefined}>
        <Message
          title={texts.request}
          text={[request.head, request.body].filter(Boolean).join('\n\n')}
          copyLabel={texts.copyRequest}
          copiedLabel={texts.copied}
        />
        <Message
          title={texts.answer}
          text={[answer.head, answer.body].filter(Boolean).join('\n\n')}
          copyLabel={texts.copyAnswer}
          copiedLabel={texts.copied}
        />
      </div>
    </div>
  )
}

type MessageProps = { title: string; text: string; copyLabel: string; copiedLabel: string }

/** Long lines are wrapped visually only; the copy has them unbroken. */
function Message({ text, ...rest }: MessageProps) {
  return (
    <CodeBlock code={text} {...rest}>
      <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
    </CodeBlock>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
