import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { StateLine } from '@/components/ui/state-line'
import { findProviderName } from '@/lib/identity/provider-settings'
import { passwordMinimum } from '@/lib/identity/schema'

type Props = { developer: CurrentDeveloper; keep: boolean }

/** How safe the account is, in a sentence and its evidence. */
export async function Strength({ developer, keep }: Props) {
  const t = await getTranslations('accounts.account')
  const atProvider = await getTranslations('provider.identity')
  const ways = Number(developer.hasAuthenticator) + Number(developer.hasPasskey)
  return (
    <StateLine
      tone={ways > 0 || developer.byProvider ? 'success' : 'warning'}
      title={
        ways === 0 && developer.byProvider
          ? atProvider('factor', { provider: findProviderName() ?? '' })
          : t('strength', { ways })
      }
    >
      {keep && t('factorRequired')}
      {!keep && ways > 0 && t('factorShortPassword', { minimum: passwordMinimum })}
    </StateLine>
  )
}
