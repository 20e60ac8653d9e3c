import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { SubmitButton } from '@/components/ui/submit-button'
import { findProviderName } from '@/lib/identity/provider-settings'
import { findIdentity } from '@/lib/identity/sign-in-identity'

/** The identity at the provider of single sign-on, or the button that links one. Nothing without a provider. */
export async function Identity({ developer }: { developer: CurrentDeveloper }) {
  const provider = findProviderName()
  if (!provider) return null
  const identity = await findIdentity(developer.id)
  const t = await getTranslations('provider.identity')
  return (
    <Card title={t('title')} id="identity">
      {identity ? (
        <p>{t.rich('linked', { provider, when: () => <Moment at={identity.createdAt} /> })}</p>
      ) : (
        // No action: its response leads to another site (app/oidc/link/route.ts).
        <form method="post" action="/oidc/link" className="grid gap-4">
          <p className="text-muted text-sm">{t('lead', { provider })}</p>
          <div>
            <SubmitButton variant="secondary">{t('link', { provider })}</SubmitButton>
          </div>
        </form>
      )}
    </Card>
  )
}
