import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { SubmitButton } from '@/components/ui/submit-button'
import { Table } from '@/components/ui/table'
import { nameBrowser } from '@/lib/identity/browser-name'
import { listSessions } from '@/lib/identity/session'
import { revoke, revokeOthers } from './actions'

type Row = Awaited<ReturnType<typeof listSessions>>[number]
type Translate = Awaited<ReturnType<typeof getTranslations<'accounts.account'>>>

/** The developer's sessions, each with a button to end it. */
export async function Sessions({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  const sessions = await listSessions(developer.id, developer.role)
  const others = sessions.length > 1
  return (
    <Card title={t('sessionsTitle')} id="sessions">
      <p className="mb-3 text-muted text-sm">{t('sessionsLead')}</p>
      <Table
        caption={t('sessionsTitle')}
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          { label: t('device'), cell: (row) => nameDevice(row, t) },
          { label: t('address'), cell: ({ address }) => <span className="font-mono">{address || '–'}</span> },
          { label: t('since'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { label: t('lastSeen'), cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
          { label: t('action'), cell: (row) => <Action row={row} developer={developer} t={t} /> },
        ]}
      />
      {others && (
        <form action={revokeOthers} className="mt-4">
          <SubmitButton variant="secondary">{t('revokeOthers')}</SubmitButton>
        </form>
      )}
    </Card>
  )
}

function Action({ row, developer, t }: { row: Row; developer: CurrentDeveloper; t: Translate }) {
  if (row.id === developer.sessionId) return <Badge tone="accent">{t('current')}</Badge>
  return (
    <form action={revoke}>
      <input type="hidden" name="session" value={row.id} />
      <SubmitButton variant="secondary" size="small">
        {t('revoke')}
        <span className="sr-only"> {nameDevice(row, t)}</span>
      </SubmitButton>
    </form>
  )
}

function nameDevice({ userAgent }: Row, t: Translate): string {
  const { browser, system } = nameBrowser(userAgent)
  if (browser && system) return t('deviceName', { browser, system })
  return browser ?? system ?? t('unknownDevice')
}
