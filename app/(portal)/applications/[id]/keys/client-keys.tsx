import { getTranslations } from 'next-intl/server'
import { Shown } from '@/app/_request/shown'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { FormFold } from '@/components/ui/form-fold'
import { FormStage } from '@/components/ui/form-stage'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { Textarea } from '@/components/ui/textarea'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { maxKeys, maySwitch, requiresKeys } from '@/lib/credentials/client-keys'
import type { KeySummary } from '@/lib/credentials/queries'
import { addKey, removeKey, switchToSecret } from '../actions'
import { Facts } from '../facts'

type Props = {
  application: TeamApplication
  /** Oldest first; none for an application with a secret. */
  keys: KeySummary[]
  /** Whether the form for a key waits below its summary. */
  folded: boolean
}

/** The public keys, their age and last use; owners add and remove them, and switch between keys and a secret. */
export async function Keys({ application, keys, folded }: Props) {
  const t = await getTranslations('applications.keys')
  const { id, environment, role, state } = application
  const changes = may(role, 'secrets') && maySwitch(state)
  if (keys.length === 0 && !changes) return null
  return (
    <Section title={t('title')} id="keys">
      <div className="grid max-w-2xl gap-5">
        <p className="text-muted text-sm">
          {t(keys.length > 0 ? 'inUse' : 'lead')} <TextLink href="/docs/keys">{t('guide')}</TextLink>
        </p>
        {keys.length > 0 && (
          <ul className="grid gap-4">
            {keys.map((key) => (
              <li key={key.id} className="grid gap-3 border-line border-b pb-4 last:border-b-0 last:pb-0">
                <Key applicationId={id} clientKey={key} removable={changes && keys.length > 1} />
              </li>
            ))}
          </ul>
        )}
        {changes && keys.length < maxKeys && <NewKey {...{ id, folded }} first={keys.length === 0} />}
        {changes && keys.length > 0 && !(environment === 'production' && requiresKeys()) && (
          <SwitchBack id={id} keys={keys} />
        )}
      </div>
    </Section>
  )
}

async function NewKey({ id, first, folded }: { id: string; first: boolean; folded: boolean }) {
  const t = await getTranslations('applications.keys')
  const form = (
    <ActionForm className="max-w-none gap-3">
      <Textarea
        name="publicKey"
        label={t('publicKey')}
        hint={t('publicKeyHint')}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-xs"
      />
      {first && <p className="text-muted text-sm">{t('switchLead')}</p>}
      <FormEnd variant="secondary">{t(first ? 'switch' : 'add')}</FormEnd>
    </ActionForm>
  )
  return (
    <FormStage action={addKey.bind(null, id)}>
      {folded ? <FormFold summary={<span className="text-sm">{t('switch')}</span>}>{form}</FormFold> : form}
    </FormStage>
  )
}

type KeyProps = { applicationId: string; clientKey: KeySummary; removable: boolean }

async function Key({ applicationId, clientKey, removable }: KeyProps) {
  const t = await getTranslations('applications.keys')
  const { id, kid, algorithms, createdAt, lastUsedAt, lastUsedAddress } = clientKey
  const address = lastUsedAddress ?? t('nowhere')
  return (
    <>
      <Facts
        items={[
          { term: t('kid'), value: <code className="text-xs">{kid}</code> },
          { term: t('algorithm'), value: algorithms.join(', ') },
          { term: t('added'), value: <Moment at={createdAt} as="relative" /> },
          {
            term: t('lastUsed'),
            value: lastUsedAt ? <Moment at={lastUsedAt} as="relative" /> : t('never'),
          },
          { term: t('address'), value: <code className="text-xs">{address}</code> },
        ]}
      />
      {removable && (
        <ActionForm action={removeKey.bind(null, applicationId)} summary={false} className="gap-2">
          <input type="hidden" name="keyId" value={id} />
          <FormEnd variant="dangerOutline" size="small" aria-label={t('removeKey', { kid })}>
            {t('remove')}
          </FormEnd>
        </ActionForm>
      )}
    </>
  )
}

async function SwitchBack({ id, keys }: { id: string; keys: KeySummary[] }) {
  const t = await getTranslations('applications.keys')
  return (
    <ActionForm
      action={switchToSecret.bind(null, id)}
      summary={false}
      className="max-w-none gap-3 border-line border-t pt-5"
    >
      <Shown of={keys.map((key) => key.id).sort()} />
      <p className="text-muted text-sm">{t('switchBackLead')}</p>
      <FormEnd variant="dangerOutline" size="small">
        {t('switchBack')}
      </FormEnd>
    </ActionForm>
  )
}
