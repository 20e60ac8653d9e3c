import { getFormatter, getTranslations } from 'next-intl/server'
import { isErrorCode } from '@/components/error-codes'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import type { NamedCall } from '@/lib/rehearsals/schema'
import { OutcomeBadge } from './outcome-badge'
import { describeRequestLine, describeResponse } from './recorded-call'

/** A call as the report of a rehearsal keeps it: the log may have forgotten it, or not be the reader's to see. */
export async function KeptCall({ call }: { call: NamedCall }) {
  const t = await getTranslations('usage')
  const { endpoint, status, requestId, kept } = call
  return (
    <Card title={t(`endpoint.${endpoint}`)} aside={<OutcomeBadge status={status} />}>
      <div className="grid gap-6">
        <Facts call={call} />
        {kept && (
          <section className="grid gap-3">
            <CodeBlock
              title={t('call.request')}
              code={describeRequestLine({ endpoint, method: kept.method })}
            />
            <CodeBlock
              title={t('call.response')}
              code={describeResponse({ status, requestId, response: kept.response })}
            />
          </section>
        )}
        <p className="max-w-prose text-muted text-sm">{(await getTranslations('rehearsal.call'))('kept')}</p>
      </div>
    </Card>
  )
}

async function Facts({ call: { number, requestId, at, status, errorCode, kept } }: { call: NamedCall }) {
  const t = await getTranslations('usage')
  const rehearsal = await getTranslations('rehearsal.call')
  const format = await getFormatter()
  const code = errorCode && (
    <code className="font-mono">
      {isErrorCode(errorCode) ? (
        <TextLink href={`/docs/errors/${errorCode}`}>{errorCode}</TextLink>
      ) : (
        errorCode
      )}
    </code>
  )
  return (
    <DefinitionList
      items={[
        { term: rehearsal('number'), value: format.number(number) },
        { term: t('call.when'), value: <Moment at={new Date(at)} as="exact" /> },
        { term: t('call.status'), value: String(status) },
        ...(code ? [{ term: t('call.code'), value: code }] : []),
        ...(kept
          ? [{ term: t('call.latency'), value: t('calls.ms', { ms: format.number(kept.latencyMs) }) }]
          : []),
        { term: t('call.requestId'), value: <span className="font-mono">{requestId}</span> },
      ]}
    />
  )
}
