import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import type { PasskeyEntry } from '@/lib/identity/passkey'
import { Entry } from '../entry'
import { removeOwnPasskey } from './actions'

/** The passkeys, when each was added and last used, and the ways to add or remove one. */
export async function Passkeys({ passkeys, keep }: { passkeys: PasskeyEntry[]; keep: boolean }) {
  const t = await getTranslations('accounts')
  const when = (at: Date) => () => <Moment at={at} />
  return (
    <Section
      id="passkeys"
      title={t('passkey.listTitle')}
      lead={t('passkey.lead')}
      act={
        <ButtonLink href="/two-factor/passkey?next=/account/security" variant="secondary" size="small">
          {t('passkey.add')}
        </ButtonLink>
      }
    >
      {passkeys.length > 0 && (
        <ul className="grid gap-2">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <Entry
              key={id}
              id={id}
              name={name}
              remove={keep ? undefined : { label: t('passkey.remove'), action: removeOwnPasskey }}
            >
              {t.rich('passkey.created', { when: when(createdAt) })}
              {' · '}
              {lastUsedAt ? t.rich('passkey.used', { when: when(lastUsedAt) }) : t('passkey.unused')}
            </Entry>
          ))}
        </ul>
      )}
    </Section>
  )
}
