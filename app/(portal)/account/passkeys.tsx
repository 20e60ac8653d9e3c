import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { Moment } from '@/components/ui/moment'
import type { PasskeyEntry } from '@/lib/identity/passkey'
import { removeOwnPasskey } from './actions'
import { Entry } from './entry'

/** The passkeys, when each was added and last used, and the ways to add or remove one. */
export async function Passkeys({ passkeys, keep }: { passkeys: PasskeyEntry[]; keep: boolean }) {
  const t = await getTranslations('accounts')
  const when = (at: Date) => () => <Moment at={at} />
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{t('passkey.listTitle')}</h3>
      <p className="text-muted text-sm">{t('passkey.lead')}</p>
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
      <div>
        <ButtonLink href="/two-factor/passkey?next=/account" variant="secondary" size="small">
          {t('passkey.add')}
        </ButtonLink>
      </div>
    </section>
  )
}
