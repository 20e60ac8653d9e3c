import { KeyRound } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { applicationPath } from '@/components/application-pages'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { ActionForm, PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { FormEnd } from '@/components/ui/form-end'
import { EmptyState } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { Textarea } from '@/components/ui/textarea'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { maxKeys, maySwitch, requiresKeys } from '@/lib/credentials/client-keys'
import { statesWithSecret } from '@/lib/credentials/commands'
import { type KeySummary, listKeys, listWorkingSecrets } from '@/lib/credentials/queries'
import { addKey, removeKey, switchToSecret } from '../actions'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { Leaked, lastUseColumns, Secrets } from './secrets'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = applicationMetadata('applications.keysPage')

/** The secrets or public keys by which the application authenticates. */
export default async function KeysPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id)
  const t = await getTranslations('applications')
  const { id, state } = application
  const usesKeys = application.clientAuthentication === 'private_key_jwt'
  const query = await searchParams
  const hasSecret = statesWithSecret.includes(state) && !usesKeys
  const [current, previous] = hasSecret ? await listWorkingSecrets(id) : []
  return (
    <ApplicationPageLayout application={application} current="keys">
      <div className="grid gap-10">
        {current && <Secrets {...{ application, current, previous, query }} />}
        {!current && !usesKeys && (
          <EmptyState
            icon={<KeyRound />}
            title={t('keysPage.none')}
            action={
              <ButtonLink href={applicationPath(id, 'validation')}>
                {(await getTranslations('usage.empty'))('validation')}
              </ButtonLink>
            }
          >
            {t('keysPage.afterApproval')}
          </EmptyState>
        )}
        <Keys application={application} keys={usesKeys ? await listKeys(id) : []} query={query} />
        {current && may(application.role, 'secrets') && <Leaked id={id} secretId={current.id} />}
      </div>
    </ApplicationPageLayout>
  )
}

type KeysProps = {
  application: TeamApplication
  /** Oldest first; none for an application with a secret. */
  keys: KeySummary[]
  query: Query
}

/** The public keys, their age and last use; owners add and remove them, and switch between keys and a secret. */
async function Keys({ application, keys, query }: KeysProps) {
  const t = await getTranslations('applications.keys')
  const { id, environment, role, state } = application
  const changes = may(role, 'secrets') && maySwitch(state)
  if (keys.length === 0 && !changes) return null
  return (
    <Section title={t('title')} id="keys">
      <p className="max-w-160 text-muted text-sm">
        {t(keys.length > 0 ? 'inUse' : 'lead')} <TextLink href="/docs/keys">{t('guide')}</TextLink>
      </p>
      <FlashMessages query={query} done={{ keys: ['keyAdded', 'keyRemoved'], text: (key) => t(key) }} />
      {keys.length > 0 && <KeyTable id={id} keys={keys} removable={changes && keys.length > 1} />}
      {changes && keys.length < maxKeys && <NewKey id={id} first={keys.length === 0} />}
      {changes && keys.length > 0 && !(environment === 'production' && requiresKeys()) && (
        <SwitchBack id={id} keys={keys} />
      )}
    </Section>
  )
}

async function NewKey({ id, first }: { id: string; first: boolean }) {
  const t = await getTranslations('applications.keys')
  return (
    <ActionForm action={addKey.bind(null, id)} className="max-w-190! gap-2!">
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Textarea
          name="publicKey"
          label={t('publicKey')}
          note={t('publicKeyNote')}
          placeholder="-----BEGIN PUBLIC KEY-----"
          rows={1}
          autoComplete="off"
          spellCheck={false}
          className="min-h-10! font-mono text-xs!"
        />
        <SubmitButton variant="secondary">{t(first ? 'switch' : 'add')}</SubmitButton>
      </div>
      <p className="text-muted text-xs">
        {t('publicKeyHint')} {first && t('switchLead')}
      </p>
    </ActionForm>
  )
}

async function KeyTable({ id, keys, removable }: { id: string; keys: KeySummary[]; removable: boolean }) {
  const t = await getTranslations('applications.keys')
  return (
    <Table
      caption={t('title')}
      rows={keys}
      rowKey={(key) => key.id}
      columns={[
        { label: t('kid'), breaks: true, cell: ({ kid }) => <code className="text-xs">{kid}</code> },
        { label: t('algorithm'), plain: true, cell: ({ algorithms }) => algorithms.join(', ') },
        { label: t('added'), cell: ({ createdAt }) => <DateTime at={createdAt} as="relative" /> },
        ...(await lastUseColumns()),
        ...(removable
          ? [
              {
                label: t('action'),
                action: true,
                cell: ({ id: keyId, kid }: KeySummary) => (
                  <ActionForm action={removeKey.bind(null, id)} summary={false} className="gap-2">
                    <input type="hidden" name="keyId" value={keyId} />
                    <FormEnd variant="dangerOutline" size="small" aria-label={t('removeKey', { kid })}>
                      {t('remove')}
                    </FormEnd>
                  </ActionForm>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

async function SwitchBack({ id, keys }: { id: string; keys: KeySummary[] }) {
  const t = await getTranslations('applications.keys')
  return (
    <PressForm
      action={switchToSecret.bind(null, id)}
      button={t('switchBack')}
      variant="dangerOutline"
      size="small"
      shown={
        <>
          <ExpectedVersion of={keys.map((key) => key.id).sort()} />
          <p className="text-muted text-sm">{t('switchBackLead')}</p>
        </>
      }
    />
  )
}
