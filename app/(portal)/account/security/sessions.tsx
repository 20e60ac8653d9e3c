import { Laptop, Smartphone } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { ActionForm } from '@/components/ui/action-form'
import { Checkbox } from '@/components/ui/checkbox'
import { DateTime } from '@/components/ui/date-time'
import { FormDisclosure } from '@/components/ui/disclosure'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { Table } from '@/components/ui/table'
import { TextInput } from '@/components/ui/text-input'
import { listAccessKeys } from '@/lib/access-keys/access-key'
import { listSessions, nameBrowser } from '@/lib/identity/session'
import { nameOwnSession, revokeOwnOtherSessions, revokeOwnSession } from './actions'

type Row = Awaited<ReturnType<typeof listSessions>>[number]
type Translate = Awaited<ReturnType<typeof getTranslations<'accounts.account'>>>

/** The developer's sessions, each with a button to end it. */
export async function Sessions({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  const isThis = ({ id }: Row) => id === developer.sessionId
  const sessions = await listSessions(developer.id, developer.role)
  const keys = await listAccessKeys(developer.id)
  return (
    <Section title={t('sessionsTitle')} lead={t('sessionsLead')} id="sessions">
      <Table
        caption={t('sessionsTitle')}
        rows={sessions.toSorted((one, other) => Number(isThis(other)) - Number(isThis(one)))}
        rowKey={({ id }) => id}
        columns={[
          { label: t('device'), cell: (row) => <Device row={row} t={t} /> },
          { label: t('since'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
          {
            label: t('lastSeen'),
            cell: (row) =>
              isThis(row) ? (
                <span className="font-medium text-success">{t('current')}</span>
              ) : (
                <DateTime at={row.lastSeenAt} />
              ),
          },
          {
            label: t('address'),
            plain: true,
            cell: ({ address }) => <span className="font-mono">{address || '–'}</span>,
          },
          {
            label: t('action'),
            action: true,
            cell: (row) => !isThis(row) && <SignOut row={row} t={t} />,
          },
        ]}
      />
      {(sessions.length > 1 || keys.length > 0) && (
        <ActionForm
          action={revokeOwnOtherSessions}
          className="mt-1 flex! max-w-none flex-wrap items-center gap-x-5 gap-y-3"
        >
          <SubmitButton variant="dangerOutline">{t('revokeOthers')}</SubmitButton>
          {keys.length > 0 && (
            <Checkbox name="keepAccessKeys" label={t('keepAccessKeys')} hint={t('keepAccessKeysHint')} />
          )}
        </ActionForm>
      )}
    </Section>
  )
}

/** The name, and a form to change it, folded away. */
function Device({ row, t }: { row: Row; t: Translate }) {
  const Icon = /Android|iPhone|iPad|Mobile/.test(row.userAgent) ? Smartphone : Laptop
  return (
    <div className="flex flex-wrap items-center gap-x-2.5">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="[overflow-wrap:anywhere]">{nameDevice(row, t)}</span>
      {row.name && <span className="font-normal text-muted text-xs">{describeBrowser(row, t)}</span>}
      <FormProvider action={nameOwnSession}>
        <FormDisclosure
          summary={
            <span className="font-normal text-muted text-xs">
              {t('rename')}
              <span className="sr-only"> {nameDevice(row, t)}</span>
            </span>
          }
        >
          <ActionForm summary={false} className="gap-3">
            <input type="hidden" name="session" value={row.id} />
            <TextInput
              name="sessionName"
              id={`name-${row.id}`}
              label={t('sessionName')}
              maxLength={60}
              autoComplete="off"
              defaultValue={row.name}
            />
            <FormEnd variant="secondary" size="small">
              {t('sessionNameButton')}
            </FormEnd>
          </ActionForm>
        </FormDisclosure>
      </FormProvider>
    </div>
  )
}

function SignOut({ row, t }: { row: Row; t: Translate }) {
  return (
    <ActionForm action={revokeOwnSession}>
      <input type="hidden" name="session" value={row.id} />
      <SubmitButton variant="dangerQuiet" size="small">
        {t('revoke')}
        <span className="sr-only"> {nameDevice(row, t)}</span>
      </SubmitButton>
    </ActionForm>
  )
}

function nameDevice(row: Row, t: Translate): string {
  return row.name || describeBrowser(row, t)
}

function describeBrowser({ userAgent }: Row, t: Translate): string {
  const { browser, system } = nameBrowser(userAgent)
  if (browser && system) return t('deviceName', { browser, system })
  return browser ?? system ?? t('unknownDevice')
}
