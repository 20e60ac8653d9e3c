import { type TranslationValues, useTranslations } from 'next-intl'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { TextLink } from '@/components/ui/text-link'
import { type RehearsalCall, type RehearsalView, shownCases } from '@/lib/rehearsals/schema'

type Props = {
  rehearsal: RehearsalView | null
  /** The latest, newest first. */
  calls: RehearsalCall[]
  applicationId: string
}

const requests = { token: 'POST /token', account: 'GET /account' } as Record<string, string>

/** The calls that count as a roll of paper, newest first, with what they showed between them. */
export function Roll({ rehearsal, calls, applicationId }: Props) {
  const t = useTranslations('rehearsal')
  const notes = new Map(
    (rehearsal ? shownCases(rehearsal) : [])
      .filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
      .map((each) => [each.numbers.at(-1), each]),
  )
  const earlier = (calls.at(-1)?.number ?? 1) - 1
  return (
    <section aria-labelledby="roll" className="min-w-0">
      <h2 id="roll" className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
        {t('roll')}
        <TextLink href={`/applications/${applicationId}/traffic`} className="font-normal text-xs">
          {t('allRequests')}
        </TextLink>
      </h2>
      <div className="ledge h-2" />
      <div className="ticket-edge bg-ticket px-4 pt-2 pb-5 font-mono text-xs">
        {calls.length === 0 && <p className="py-2 font-sans text-muted">{t('noCalls')}</p>}
        <ol>
          {calls.map(({ number, at, status, endpoint, latencyMs, requestId }) => {
            const note = notes.get(number)
            return (
              <li key={number}>
                {note && (
                  <p
                    className={`-mx-4 border-l-2 px-4 py-1 font-sans ${note.outcome === 'passed' ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger'}`}
                  >
                    {t.rich('note', {
                      name: t(`cases.${note.id}`),
                      outcome: t(`outcomes.${note.outcome}`).toLowerCase(),
                      text: t(
                        `receipts.${note.evidence.code as 'called_again'}`,
                        note.evidence as TranslationValues,
                      ),
                      b: (text) => <b>{text}</b>,
                    })}
                  </p>
                )}
                <Link
                  href={`/applications/${applicationId}/requests/${requestId}`}
                  className="grid grid-cols-[4.75rem_2.5rem_1fr_auto] border-line border-b border-dashed py-1 hover:bg-raised/60"
                >
                  <span className="text-muted">
                    <DateTime at={new Date(at)} as="rowTime" />
                  </span>
                  <span className={status < 400 ? 'text-success' : 'text-warning'}>{status}</span>
                  <span className="truncate">{requests[endpoint] ?? endpoint}</span>
                  <span className="text-muted">{latencyMs} ms</span>
                </Link>
              </li>
            )
          })}
        </ol>
        {earlier > 0 && <p className="pt-2 font-sans text-muted">{t('earlier', { count: earlier })}</p>}
      </div>
      {rehearsal?.state === 'running' && [...notes.values()].some(({ outcome }) => outcome === 'failed') && (
        <p className="mt-4 text-muted text-xs">{t('verdict')}</p>
      )}
    </section>
  )
}
