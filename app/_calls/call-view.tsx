import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/definition-list'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import type { RequestLogEntry } from '@/generated/prisma/client'
import type { Environment } from '@/generated/prisma/enums'
import { isErrorCode } from '@/lib/error-codes'
import type { NamedCall } from '@/lib/rehearsals/schema'
import { describeRequestLine, describeResponse, readCause } from './recorded-call'

type ShownCall = Pick<RequestLogEntry, 'at' | 'endpoint' | 'status' | 'errorCode' | 'requestId'> &
  Partial<Pick<RequestLogEntry, 'hint' | 'latencyMs' | 'maskedMsisdn' | 'address' | 'response'>> & {
    /** Its place in a rehearsal. */
    number?: number
  }

type Props = {
  call: ShownCall
  environment?: Environment
  /** The request as text, where it is known, and as a command. */
  request?: string
  curl?: string
  note: string
  /** What the reader can do about it. */
  children?: ReactNode
  /** A call that works, at the end. */
  example?: ReactNode
}

/** A call, explained first, then as it was recorded: for its team, for support and for reviewers. */
export async function CallView({ call, environment, request, curl, note, children, example }: Props) {
  const t = await getTranslations('usage')
  const { endpoint, status, response = null } = call
  return (
    <article className="grid min-w-0 gap-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <OutcomeBadge status={status} />
        <h2 className="font-medium text-sm">{t(`endpoint.${endpoint}` as 'endpoint.token')}</h2>
        <span className="text-muted">
          <DateTime at={call.at} as="exact" />
        </span>
      </header>
      <Explanation call={call} environment={environment} />
      {children}
      <Facts call={call} />
      {request && (
        <section className="grid min-w-0 gap-3">
          <CodeBlock
            wraps
            title={t('call.request')}
            code={request}
            aside={curl && <CopyButton text={curl} label={t('call.copyCurl')} place="code" />}
          />
          <CodeBlock wraps title={t('call.response')} code={describeResponse({ ...call, response })} />
        </section>
      )}
      <p className="max-w-prose text-muted text-xs">{note}</p>
      {example}
    </article>
  )
}

/** A call as the report of a rehearsal keeps it: the log may have forgotten it, or not be the reader's to see. */
export async function LoggedRequest({ call }: { call: NamedCall }) {
  const { kept, ...rest } = call
  return (
    <CallView
      call={{ ...rest, at: new Date(call.at), ...kept }}
      request={kept && describeRequestLine({ ...call, method: kept.method })}
      note={(await getTranslations('rehearsal.call'))('kept')}
    />
  )
}

async function Facts({ call }: Pick<Props, 'call'>) {
  const t = await getTranslations('usage')
  const rehearsal = await getTranslations('rehearsal.call')
  const format = await getFormatter()
  const { number, errorCode, latencyMs, maskedMsisdn, address, requestId } = call
  const mono = (text: ReactNode) => <span className="font-mono">{text}</span>
  const items = [
    { term: rehearsal('number'), value: number && format.number(number) },
    {
      term: t('call.code'),
      value:
        errorCode &&
        mono(
          isErrorCode(errorCode) ? (
            <TextLink href={`/docs/errors/${errorCode}`}>{errorCode}</TextLink>
          ) : (
            errorCode
          ),
        ),
    },
    {
      term: t('call.latency'),
      value: latencyMs !== undefined && t('calls.ms', { ms: format.number(latencyMs) }),
    },
    { term: t('call.msisdn'), value: maskedMsisdn && mono(maskedMsisdn) },
    { term: t('call.address'), value: address && mono(address) },
    { term: t('call.requestId'), value: mono(requestId) },
  ]
  return (
    <section aria-label={t('call.facts')} className="border-line border-y py-3">
      <FactList items={items.filter(({ value }) => value)} />
    </section>
  )
}

type ExplanationProps = {
  call: { status: number; errorCode: string | null; hint?: string | null }
  /** Of the application, where the reader can act on the advice. */
  environment?: Environment
}

/** Why the call ended as it did: in general, in this case (for the owner only), and what to do. */
async function Explanation({ call: { status, errorCode, hint = null }, environment }: ExplanationProps) {
  const t = await getTranslations('usage')
  if (status < 400) return <p className="text-sm text-success">{t('call.fine')}</p>
  const cause = readCause(hint)
  const codes = await getTranslations('docs.codes')
  // The code's own advice is about the Sandbox's accounts.
  const lacksAccess = errorCode === 'account_not_found' && environment === 'production'
  const isTest = errorCode === 'account_not_found' && environment === 'sandbox'
  const known = errorCode !== null && isErrorCode(errorCode)
  return (
    <div className="grid gap-4">
      {cause && (
        <Notice tone="warning" title={t('call.hint')}>
          <p>{t(`hints.${cause}`)}</p>
        </Notice>
      )}
      {known && (
        <>
          <Part
            title={t('call.cause')}
            text={isTest ? t('call.unknownInSandbox') : codes(`${errorCode}.cause`)}
          />
          <Part
            title={t('call.fix')}
            text={lacksAccess ? t('call.fixInProduction') : codes(`${errorCode}.fix`)}
          />
          <p className="text-sm">
            <TextLink href={`/docs/errors/${errorCode}`}>{t('call.more', { code: errorCode })}</TextLink>
          </p>
        </>
      )}
    </div>
  )
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid max-w-prose gap-1 text-sm">
      <h3 className="font-semibold text-sm">{title}</h3>
      <p>{text}</p>
    </section>
  )
}
