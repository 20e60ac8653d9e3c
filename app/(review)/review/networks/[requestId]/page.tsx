import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireReviewer } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { Ranges } from '@/components/networks/ranges'
import type { Query } from '@/components/query'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { writeRange } from '@/lib/address-ranges'
import { findNetworkRequest } from '@/lib/networks/queries'
import { decideNetworks } from '../../request-actions'
import { RequestFrame } from '../../request-frame'

type Props = { params: Promise<{ requestId: string }>; searchParams: Promise<Query> }

export const generateMetadata = titled('networks')

export default async function NetworkRequestPage({ params, searchParams }: Props) {
  await requireReviewer()
  const request = await findNetworkRequest((await params).requestId)
  if (!request) notFound()
  const t = await getTranslations('networks')
  const { application, networks, reason, requestedBy, requestedAt } = request
  return (
    <RequestFrame
      title={t('title')}
      lead={t('reviewLead')}
      application={application}
      request={request}
      outcome={t(`states.${request.state}`)}
      query={await searchParams}
      done={(key) => t(`done.${key}`)}
      decide={decideNetworks.bind(null, request.id)}
    >
      <DefinitionList
        items={[
          { term: t('requested'), value: <Ranges ranges={networks.map(writeRange)} /> },
          { term: t('current'), value: <Ranges ranges={application.allowedNetworks.map(writeRange)} /> },
          { term: t('approved'), value: <Ranges ranges={application.approvedNetworks.map(writeRange)} /> },
          { term: t('reason'), value: <span className="whitespace-pre-line">{reason}</span> },
          { term: t('requestedBy'), value: requestedBy.email },
          { term: t('requestedAt'), value: <Moment at={requestedAt} /> },
        ]}
      />
    </RequestFrame>
  )
}
