import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { OwnRequests } from '@/app/_requests/own-requests'
import { Networks } from '@/components/networks'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { may } from '@/lib/applications/rights'
import { isToBeSent } from '@/lib/applications/states'
import { findCallingNetworks } from '@/lib/networks/queries'
import { mayChangeNetworks } from '@/lib/networks/review'
import { listRequests } from '@/lib/requests/queries'
import { ApplicationFrame, titledApplication } from '../frame'
import { withdrawListRequest } from './actions'
import { ListForm } from './list-form'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const dones = ['saved', 'requested', 'withdrawn'] as const

export const generateMetadata = titledApplication('networks')

/** The list in force and what was approved of it, requests for more, and the form to change it. Production only. */
export default async function AddressesPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id)
  const { id, environment, role, state, allowedNetworks, approvedNetworks } = application
  if (environment !== 'production') notFound()
  const t = await getTranslations('networks')
  const requests = await listRequests('networks', id)
  const owns = may(role, 'networks')
  const lead = t.rich('lead', { guide: (text) => <TextLink href="/docs/addresses">{text}</TextLink> })
  return (
    <ApplicationFrame application={application} current="addresses" title={t('title')} lead={lead}>
      <div className="grid gap-6">
        <OneTimeNotices query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        <OwnRequests
          kind="networks"
          requests={requests}
          withdraw={owns && withdrawListRequest.bind(null, id)}
          Earlier={Section}
        >
          <Section title={t('current')}>
            <div className="grid gap-3">
              <Networks networks={allowedNetworks} />
              {isToBeSent(state) && <p className="text-muted text-sm">{t('beforeApproval')}</p>}
            </div>
          </Section>
          {approvedNetworks.length > 0 && (
            <Section title={t('approved')}>
              <div className="grid gap-3">
                <Networks networks={approvedNetworks} />
                <p className="text-muted text-sm">{t('approvedLead')}</p>
              </div>
            </Section>
          )}
          <Section title={t('change')}>
            {owns && mayChangeNetworks(application) ? (
              <ListForm application={application} calling={await findCallingNetworks(id)} />
            ) : (
              <p className="text-muted text-sm">{t(owns ? 'locked' : 'ownersOnly')}</p>
            )}
          </Section>
        </OwnRequests>
      </div>
    </ApplicationFrame>
  )
}
