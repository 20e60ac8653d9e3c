import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { Moment } from '@/components/ui/moment'
import { SubmitButton } from '@/components/ui/submit-button'
import type { PasskeyEntry } from '@/lib/identity/passkey'
import { removeOwnPasskey } from './actions'

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
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line px-3 py-2.5 text-sm"
            >
              <div className="grid min-w-0 gap-0.5">
                <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
                <span className="text-muted text-xs">
                  {t.rich('passkey.created', { when: when(createdAt) })}
                  {' · '}
                  {lastUsedAt ? t.rich('passkey.used', { when: when(lastUsedAt) }) : t('passkey.unused')}
                </span>
              </div>
              {!keep && (
                <form action={removeOwnPasskey}>
                  <input type="hidden" name="id" value={id} />
                  <SubmitButton variant="dangerOutline" size="small">
                    {t('passkey.remove')}
                    <span className="sr-only"> {name}</span>
                  </SubmitButton>
                </form>
              )}
            </li>
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
