import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { HomeShell } from '@/app/_request/home-shell'
import type { CurrentDeveloper } from '@/app/_request/session'
import { FlashMessages } from '@/components/flash-messages'
import { providerRefusals } from '@/components/identity/provider-link'
import type { Query } from '@/components/query'
import { SubPages } from '@/components/shell/rail'
import { findProviderName } from '@/lib/identity/provider-settings'
import { type AccountPage, accountPages } from './pages'

const notices = {
  profile: 'profileDone',
  named: 'sessionNamed',
  password: 'passwordDone',
  language: 'languageDone',
  revoked: 'revoked',
  others: 'othersRevoked',
  factor: 'factorTurnedOff',
  hints: 'hintsDone',
  authenticator: 'authenticatorDone',
  passkey: 'passkeyDone',
  passkeyRemoved: 'passkeyRemoved',
  emailKept: 'emailKept',
} as const
type Done = keyof typeof notices

type Props = { current: AccountPage; developer: CurrentDeveloper; query: Query; children: ReactNode }

/** One of the account's pages, with the result of the last action. */
export async function AccountPageLayout({ current, developer, query, children }: Props) {
  const t = await getTranslations('accounts.account')
  const done = await getTranslations('provider.identity')
  const refused = await getTranslations('provider.refused')
  const keys = await getTranslations('accessKeys')
  const provider = findProviderName() ?? ''
  return (
    <HomeShell current="account" title={t('title')}>
      <SubPages
        label={t('pages.label')}
        pages={Object.entries(accountPages).map(([page, href]) => ({
          href,
          label: t(`pages.${page as AccountPage}`),
          current: page === current,
        }))}
      >
        <div className="grid max-w-238 gap-10">
          <FlashMessages
            query={query}
            done={{
              keys: [...(Object.keys(notices) as Done[]), 'identity', 'unlinked', 'removed'],
              text: (key) => {
                if (key === 'removed') return keys('removed')
                if (key === 'identity') return done('done', { provider })
                return key === 'unlinked' ? done('unlinked', { provider }) : t(notices[key])
              },
            }}
            refused={{
              keys: [...providerRefusals, 'onlyPasskey'],
              text: (key) => (key === 'onlyPasskey' ? t('onlyPasskey') : refused(key, { provider })),
            }}
          />
          <p className="sr-only">{t('lead', { email: developer.email })}</p>
          {children}
        </div>
      </SubPages>
    </HomeShell>
  )
}
