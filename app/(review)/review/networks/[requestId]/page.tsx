import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_request/titled'
import { Ranges } from '@/components/networks/ranges'
import { writeRange } from '@/lib/address-ranges'
import type { ShownRequest } from '@/lib/requests/table'
import { type RequestProps, renderRequest } from '../../request-page'

export const generateMetadata = titled('networks')

export default function NetworkRequestPage(props: RequestProps) {
  return renderRequest('networks', explain, props)
}

async function explain({ application, networks, state }: ShownRequest<'networks'>) {
  const t = await getTranslations('networks')
  const ranges = (list: string[]) => <Ranges ranges={list.map(writeRange)} />
  return {
    title: t('title'),
    lead: t('reviewLead'),
    outcome: t(`states.${state}`),
    done: (key: 'approved' | 'rejected') => t(`done.${key}`),
    facts: [
      { term: t('requested'), value: ranges(networks) },
      { term: t('current'), value: ranges(application.allowedNetworks) },
      { term: t('approved'), value: ranges(application.approvedNetworks) },
    ],
  }
}
