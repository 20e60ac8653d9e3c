import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { CallTable } from '@/components/usage/call-table'
import type { Application } from '@/generated/prisma/client'
import { searchCalls } from '@/lib/usage/call-log'
import { NoCalls } from '../no-calls'
import { type readFilter, requestsPath } from './filters'
import { LogFilter } from './log-filter'

type Props = {
  application: Pick<Application, 'id' | 'state'>
  read: ReturnType<typeof readFilter>
  /** The call that is shown next to the list, as ids and number of the log. */
  current?: { id: bigint; requestId: string }
}

const pageSize = 30
const nothing: Awaited<ReturnType<typeof searchCalls>> = { calls: [], older: null }

/** Kept calls that match, newest first. */
export async function Log({ application, read, current }: Props) {
  const t = await getTranslations('usage.calls')
  const { id } = application
  const { given, problems } = read
  const { before, ...newest } = given
  const { calls, older } = problems.length > 0 ? nothing : await find(id, read, current)
  const codes = [...new Set(calls.flatMap(({ errorCode }) => errorCode ?? []))].slice(0, 3)
  if (calls.length === 0 && Object.keys(given).length === 0)
    return <NoCalls application={application} title={t('empty')} />
  return (
    <div className="grid min-w-0 content-start gap-4">
      <LogFilter applicationId={id} given={given} problems={problems} codes={codes} />
      {problems.includes('before') && (
        <Notice tone="danger">
          {t('errors.before')} <TextLink href={requestsPath(id, newest)}>{t('newest')}</TextLink>
        </Notice>
      )}
      <Card>
        {calls.length === 0 ? (
          <p className="text-muted">{t(problems.length > 0 ? 'correct' : 'none')}</p>
        ) : (
          <CallTable
            calls={calls}
            pathOf={(requestId) => requestsPath(id, given, requestId)}
            current={current?.requestId}
          />
        )}
        {(older || before) && (
          <nav aria-label={t('pages')} className="no-print mt-4 flex flex-wrap justify-end gap-2">
            {before && (
              <ButtonLink variant="quiet" size="small" href={requestsPath(id, newest)}>
                {t('newest')}
              </ButtonLink>
            )}
            {older && (
              <ButtonLink
                variant="secondary"
                size="small"
                href={requestsPath(id, { ...newest, before: String(older) })}
              >
                {t('older')}
              </ButtonLink>
            )}
          </nav>
        )}
      </Card>
    </div>
  )
}

/** The page of the log; if it does not hold the current call, the page that begins with that. */
async function find(applicationId: string, { filter, before }: Props['read'], current: Props['current']) {
  const page = await searchCalls(applicationId, filter, pageSize, before)
  if (!current || page.calls.some(({ id }) => id === current.id)) return page
  return searchCalls(applicationId, filter, pageSize, current.id + 1n)
}
