import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { PressForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { findProviderName } from '@/lib/identity/provider-settings'
import { findIdentity } from '@/lib/identity/sign-in-identity'
import { findHold } from '@/lib/identity/unlink-identity'
import { holds } from '../holds'
import { unlinkOwnIdentity } from './actions'

/**
 * The identity at the provider of single sign-on, with the button that unlinks it, or the one that links one.
 * Nothing without a provider.
 */
export async function Identity({ developer }: { developer: CurrentDeveloper }) {
  const provider = findProviderName()
  if (!provider) return null
  const identity = await findIdentity(developer.id)
  const hold = await findHold(developer.id)
  const t = await getTranslations('provider.identity')
  return (
    <Section title={t('title')} id="identity">
      {identity ? (
        <div className="grid gap-4">
          <p>{t.rich('linked', { provider, when: () => <Moment at={identity.createdAt} /> })}</p>
          {hold ? (
            <p className="text-muted text-sm">{t(holds[hold], { provider })}</p>
          ) : (
            <PressForm
              action={unlinkOwnIdentity}
              button={t('unlink', { provider })}
              variant="dangerOutline"
              size="small"
            />
          )}
        </div>
      ) : (
        // No action: its response leads to another site (app/oidc/link/route.ts).
        <form method="post" action="/oidc/link" className="grid gap-4">
          <p className="text-muted text-sm">{t('lead', { provider })}</p>
          <FormEnd variant="secondary">{t('link', { provider })}</FormEnd>
        </form>
      )}
    </Section>
  )
}
