import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import type { ConsoleLabels } from './labels'
import type { Exchange } from './state'

type Props = {
  exchange: Exchange
  labels: ConsoleLabels
  /** Whether the answer holds what must not reach paper: a token. */
  secret?: boolean
}

/** One call as it went over the wire, and its answer, with what one looks for first above them. */
export function ExchangeView({ exchange, labels, secret }: Props) {
  const { request, answer } = exchange
  const [before, after] = labels.explain.split('{code}')
  return (
    <div className="mt-5 grid min-w-0 gap-4 border-line border-t pt-5" role="status">
      <dl className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
        <Fact term={labels.status}>
          <Badge tone={answer.status < 400 ? 'success' : 'danger'}>{answer.status}</Badge>
        </Fact>
        <Fact term={labels.latency}>
          <span className="tabular-nums">{answer.latency} ms</span>
        </Fact>
        {answer.requestId && (
          <Fact term={labels.requestId}>
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
          title={labels.request}
          text={[request.head, request.body].filter(Boolean).join('\n\n')}
          copyLabel={labels.copyRequest}
          copiedLabel={labels.copied}
        />
        <Message
          title={labels.answer}
          text={[answer.head, answer.body].filter(Boolean).join('\n\n')}
          copyLabel={labels.copyAnswer}
          copiedLabel={labels.copied}
        />
      </div>
    </div>
  )
}

type MessageProps = { title: string; text: string; copyLabel: string; copiedLabel: string }

/** Long lines are broken for the eye only; what is copied has them whole. */
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
