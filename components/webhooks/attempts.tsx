import { getTranslations } from 'next-intl/server'
import { Moment } from '@/components/ui/moment'
import type { DeliveryView } from '@/lib/webhooks/schema'

type Attempt = DeliveryView['tries'][number]

/** The attempts at a delivery, newest first, folded away. */
export async function Attempts({ tries }: { tries: Attempt[] }) {
  const t = await getTranslations('webhooks.attempts')
  const [last] = tries
  if (!last) return <>{t('none')}</>
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-muted text-xs underline underline-offset-2">
        {t('summary', { count: tries.length, last: await outcomeOf(last) })}
      </summary>
      <ol className="mt-2 grid gap-3 text-sm">
        {tries.map((attempt) => (
          <li key={attempt.id} className="grid min-w-0 gap-1">
            <AttemptView attempt={attempt} />
          </li>
        ))}
      </ol>
    </details>
  )
}

async function AttemptView({ attempt }: { attempt: Attempt }) {
  const t = await getTranslations('webhooks.attempts')
  const { at, durationMs, response } = attempt
  return (
    <>
      <span>
        <Moment at={at} /> · {await outcomeOf(attempt)} · {t('duration', { milliseconds: durationMs })}
      </span>
      {response && (
        <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-lg bg-raised p-2 font-mono text-xs [overflow-wrap:anywhere]">
          {response}
        </pre>
      )}
    </>
  )
}

async function outcomeOf({ status, error }: Pick<Attempt, 'status' | 'error'>): Promise<string> {
  const t = await getTranslations('webhooks.attempts')
  const faults = ['address_refused', 'name_unknown', 'timeout', 'tls'] as const
  return status === null
    ? t(faults.find((known) => known === error) ?? 'connection')
    : t('status', { status: String(status) })
}
