import { getTranslations } from 'next-intl/server'
import { EnvironmentBadge } from '@/components/environment-badge'
import { PressForm } from '@/components/ui/action-form'
import { Section } from '@/components/ui/section'
import { listTeamInvitations, offeredBy } from '@/lib/applications/join'
import { describePerson } from '@/lib/identity/schema'
import { acceptInvitation, declineInvitation } from './actions'

const answers = { accept: acceptInvitation, decline: declineInvitation }

/** Applications and organisations that this developer is invited to, even if they signed up after the invitation. */
export async function Offers({ developerId }: { developerId: string }) {
  const offers = await listTeamInvitations(developerId)
  if (offers.length === 0) return null
  const t = await getTranslations('team')
  return (
    <Section title={t('offers.title')} className="mb-6">
      <ul className="grid divide-y divide-line">
        {offers.map(({ id, role, invitedBy, ...offer }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0"
          >
            <div className="grid min-w-0 justify-items-start gap-2 [overflow-wrap:anywhere]">
              <p>
                {t('offers.line', { role, name: offeredBy(offer).name, inviter: describePerson(invitedBy) })}
              </p>
              {offer.application && <EnvironmentBadge environment={offer.application.environment} />}
            </div>
            <div className="flex flex-wrap gap-3">
              {(['accept', 'decline'] as const).map((what) => (
                <PressForm
                  key={what}
                  action={answers[what].bind(null, id)}
                  button={t(`offers.${what}`)}
                  name={t(`offers.${what}Name`, { name: offeredBy(offer).name })}
                  variant={what === 'accept' ? 'primary' : 'secondary'}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
