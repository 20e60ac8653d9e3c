import { getTranslations } from 'next-intl/server'
import { RouteNotice } from '@/app/_request/route-form'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { FormEnd } from '@/components/ui/form-end'
import { FormStage } from '@/components/ui/form-stage'
import { Refresh } from '@/components/ui/refresh'
import { TextInput } from '@/components/ui/text-input'
import { readOverview } from '@/lib/feed/administration'
import { listImports } from '@/lib/wallet/queries'
import { Frame } from '../frame'
import { lookUpNumber } from './actions'
import { Feed } from './feed'
import { FoundAccounts } from './found-accounts'
import { Imports } from './imports'
import { UploadForm } from './upload-form'

type Props = { searchParams: Promise<Query> }

const shown = 20
const refreshSeconds = 3
const liveSeconds = 5
const refusedShown = 20

export const generateMetadata = titled('accountFiles')

export default async function AccountsPage({ searchParams }: Props) {
  const administrator = await requireAdministrator()
  const query = await searchParams
  const [imports, feed] = await Promise.all([listImports(shown), readOverview(refusedShown)])
  const t = await getTranslations('accountFiles')
  const inProgress = imports.some(({ state }) => state === 'waiting' || state === 'running')
  const isLive = feed.senders.length > 0 && query.live !== 'off'
  return (
    <Frame current="accounts" title={t('title')} lead={t('lead')} query={query}>
      {(inProgress || isLive) && <Refresh seconds={inProgress ? refreshSeconds : liveSeconds} />}
      <div className="grid gap-6">
        <Feed {...feed} isLive={isLive} />
        <Card title={t('search')}>
          <Search />
        </Card>
        <Card title={t('imports')}>
          <Imports imports={imports} />
        </Card>
        <Card title={t('upload')}>
          <RouteNotice query={query} className="mb-5" />
          <UploadForm query={query} administrator={administrator} />
        </Card>
      </div>
    </Frame>
  )
}

async function Search() {
  const t = await getTranslations('accountFiles')
  return (
    <FormStage action={lookUpNumber}>
      <ActionForm className="grid max-w-xl gap-4">
        <TextInput
          name="msisdn"
          label="msisdn"
          hint={t('searchHint')}
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          mono
          required
        />
        <FormEnd>{t('searchButton')}</FormEnd>
      </ActionForm>
      <FoundAccounts />
    </FormStage>
  )
}
