import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { DateTime } from '@/components/ui/date-time'
import { countPassed, maxRehearsalCalls, type RehearsalView } from '@/lib/rehearsals/schema'

/** When a rehearsal started and ended, the calls that counted, and when its report was frozen. */
export async function rehearsalFacts(
  rehearsal: RehearsalView,
): Promise<{ term: string; value: ReactNode }[]> {
  const t = await getTranslations('rehearsal.facts')
  const format = await getFormatter()
  const { state, startedAt, endsAt, endedAt, endReason, finishedAt, callsCounted } = rehearsal
  const ended = endedAt && (
    <>
      <DateTime at={endedAt} as="exact" />
      {endReason && `, ${t(`reasons.${endReason}`)}`}
    </>
  )
  return [
    {
      term: t('passed'),
      value: t('ofCases', countPassed(rehearsal)),
    },
    {
      term: t('counted'),
      value: t('ofCalls', { calls: format.number(callsCounted), max: format.number(maxRehearsalCalls) }),
    },
    { term: t('started'), value: <DateTime at={startedAt} as="exact" /> },
    ...(state === 'running'
      ? [
          {
            term: t('ends'),
            value: (
              <>
                <DateTime at={endsAt} as="relative" /> (<DateTime at={endsAt} />)
              </>
            ),
          },
        ]
      : []),
    ...(ended ? [{ term: t('ended'), value: ended }] : []),
    ...(finishedAt ? [{ term: t('frozen'), value: <DateTime at={finishedAt} as="exact" /> }] : []),
  ]
}
