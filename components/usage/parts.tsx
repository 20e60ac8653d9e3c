import { getTranslations } from 'next-intl/server'
import { isErrorCode } from '@/components/error-codes'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { testCode, type UsagePart } from '@/lib/usage/schema'
import { RequestsLink, type RequestsPlace } from './requests-link'
import type { UsageWording } from './wording'

type Props = { parts: UsagePart[]; wording: UsageWording; place: RequestsPlace }

/** The calls of the period by endpoint and error code, each of which leads to them. */
export async function Parts({ parts, wording: { count, share }, place }: Props) {
  const t = await getTranslations('usage')
  const all = parts.reduce((sum, { calls }) => sum + calls, 0)
  return (
    <Card title={t('parts.title')}>
      <Table
        caption={t('parts.title')}
        rows={parts}
        rowKey={({ endpoint, code, outcome }) => `${endpoint} ${outcome} ${code}`}
        columns={[
          { label: t('calls.endpoint'), cell: ({ endpoint }) => t(`endpoint.${endpoint}`) },
          { label: t('parts.result'), cell: (part) => <Result part={part} /> },
          {
            label: t('totals.calls'),
            numeric: true,
            cell: (part) => (
              <RequestsLink place={place} filter={toFilter(part)}>
                {count(part.calls)}
              </RequestsLink>
            ),
          },
          { label: t('parts.share'), numeric: true, cell: ({ calls }) => share(calls / all) },
        ]}
      />
    </Card>
  )
}

function toFilter({ endpoint, outcome, code }: UsagePart) {
  if (outcome === 'succeeded') return { endpoint, status: '2xx' }
  return { endpoint, code: code?.split(':', 1)[0] }
}

async function Result({ part: { outcome, code } }: { part: UsagePart }) {
  const t = await getTranslations('usage')
  if (outcome === 'succeeded') return <>{t('outcome.succeeded')}</>
  if (code === null) return <>{t('parts.unknown')}</>
  const [shown = code] = code.split(':', 1)
  const text = <code className="font-mono">{shown}</code>
  return (
    <>
      {isErrorCode(shown) ? <TextLink href={`/docs/errors/${shown}`}>{text}</TextLink> : text}{' '}
      {code === testCode && <Badge>{t('parts.test')}</Badge>}
    </>
  )
}
