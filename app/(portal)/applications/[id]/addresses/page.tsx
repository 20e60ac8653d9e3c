import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { findDraft } from '@/app/_request/draft'
import { Ranges } from '@/components/networks/ranges'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { Timeline } from '@/components/ui/timeline'
import { writeRange } from '@/lib/address-ranges'
import { may } from '@/lib/applications/rights'
import { isReviewedLater, mayChangeNetworks } from '@/lib/networks/change-networks'
import { findCallingNetworks, listNetworkRequests, type NetworkRequestEntry } from '@/lib/networks/queries'
import { ApplicationFrame, applicationTitle } from '../frame'
import { withdraw } from './actions'
import { ListForm } from './list-form'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const dones = ['saved', 'requested', 'withdrawn'] as const

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id)
  return { title: applicationTitle(application.name, (await getTranslations('networks'))('title')) }
}

/** The list in force and what was approved of it, requests for more, and the form to change it. Production only. */
export default async function AddressesPage({ params, searchParams }: Props) {
  const { developer, application } = await requireApplication((await params).id)
  const { id, environment, role, state, allowedNetworks, approvedNetworks } = application
  if (environment !== 'production') notFound()
  const t = await getTranslations('networks')
  const requests = await listNetworkRequests(id)
  const open = requests.find(({ state }) => state === 'open')
  const owns = may(role, 'networks')
  const lead = t.rich('lead', { guide: (text) => <TextLink href="/docs/addresses">{text}</TextLink> })
  return (
    <ApplicationFrame application={application} current="addresses" title={t('title')} lead={lead}>
      <div className="grid gap-6">
        <OneTimeNotices query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        {open && <Waiting id={id} open={open} owns={owns} />}
        <Card title={t('current')}>
          <div className="grid gap-3">
            <Ranges ranges={allowedNetworks.map(writeRange)} />
            {isReviewedLater(state) && <p className="text-muted text-sm">{t('beforeApproval')}</p>}
          </div>
        </Card>
        {approvedNetworks.length > 0 && (
          <Card title={t('approved')}>
            <div className="grid gap-3">
              <Ranges ranges={approvedNetworks.map(writeRange)} />
              <p className="text-muted text-sm">{t('approvedLead')}</p>
            </div>
          </Card>
        )}
        <Card title={t('change')}>
          {owns && mayChangeNetworks(application) ? (
            <ListForm
              application={application}
              calling={await findCallingNetworks(id)}
              typed={await findDraft(developer, `/applications/${id}/addresses`)}
            />
          ) : (
            <p className="text-muted text-sm">{t(owns ? 'locked' : 'ownersOnly')}</p>
          )}
        </Card>
        <Earlier requests={requests.filter(({ state }) => state !== 'open')} />
      </div>
    </ApplicationFrame>
  )
}

async function Waiting({ id, open, owns }: { id: string; open: NetworkRequestEntry; owns: boolean }) {
  const t = await getTranslations('networks')
  return (
    <Notice title={t('waiting')}>
      <Ranges ranges={open.networks.map(writeRange)} />
      <p>{t.rich('waitingSince', { at: () => <Moment at={open.requestedAt} /> })}</p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{open.reason}</p>
      {owns && <PressForm action={withdraw.bind(null, id)} button={t('withdraw')} size="small" />}
    </Notice>
  )
}

const tones = { open: 'neutral', approved: 'success', rejected: 'danger', withdrawn: 'neutral' } as const

async function Earlier({ requests }: { requests: NetworkRequestEntry[] }) {
  if (requests.length === 0) return null
  const t = await getTranslations('networks')
  return (
    <Card title={t('earlier')}>
      <Timeline
        entries={requests.map(({ id, state, networks, closedAt, reason, decisionReason }) => ({
          key: id,
          tone: tones[state],
          title: t(`states.${state}`),
          meta: closedAt && <Moment at={closedAt} />,
          body: (
            <div className="grid gap-1 whitespace-pre-line [overflow-wrap:anywhere]">
              <Ranges ranges={networks.map(writeRange)} />
              <p className="text-muted">{reason}</p>
              {decisionReason && <p>{t('comment', { text: decisionReason })}</p>}
            </div>
          ),
        }))}
      />
    </Card>
  )
}
