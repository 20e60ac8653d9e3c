import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { classNames } from '@/components/class-names'
import { findProviderName } from '@/lib/identity/provider-settings'
import { passwordMinimum } from '@/lib/identity/schema'

type Props = { developer: CurrentDeveloper; keep: boolean }

/** How safe the account is, in a sentence and its evidence. */
export async function Strength({ developer, keep }: Props) {
  const t = await getTranslations('accounts.account')
  const atProvider = await getTranslations('provider.identity')
  const ways = Number(developer.hasAuthenticator) + Number(developer.hasPasskey)
  const safe = ways > 0 || developer.byProvider
  return (
    <div className="flex items-baseline gap-3">
      <span
        aria-hidden="true"
        className={classNames('size-2 shrink-0 rounded-full', safe ? 'bg-success' : 'bg-warning')}
      />
      <p className="min-w-0">
        <strong className="font-semibold">
          {ways === 0 && developer.byProvider
            ? atProvider('factor', { provider: findProviderName() ?? '' })
            : t('strength', { ways })}
        </strong>{' '}
        <span className="text-muted">
          {keep && t('factorRequired')}
          {!keep && ways > 0 && t('factorShortPassword', { minimum: passwordMinimum })}
        </span>
      </p>
    </div>
  )
}
