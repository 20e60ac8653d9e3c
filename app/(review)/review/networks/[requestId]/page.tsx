import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { Networks } from '@/components/application-details'
import type { ShownRequest } from '@/lib/quota-requests/table'
import { type RequestProps, renderRequest } from '../../request-page'

export const generateMetadata = pageMetadata('networks')

export default function NetworkRequestPage(props: RequestProps) {
  return renderRequest('networks', explain, props)
}

async function explain({ application, networks }: ShownRequest<'networks'>) {
  const t = await getTranslations('networks')
  const show = (list: string[]) => <Networks networks={list} />
  return {
    title: t('title'),
    facts: [
      { term: t('requested'), value: show(networks) },
      { term: t('current'), value: show(application.allowedNetworks) },
      { term: t('approved'), value: show(application.approvedNetworks) },
    ],
  }
}
