import { getTranslations } from 'next-intl/server'
import { RouteNotice } from '@/app/_request/route-form'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { FormStage } from '@/components/ui/form-stage'
import { Refresh } from '@/components/ui/refresh'
import { Section } from '@/components/ui/section'
import { TextInput } from '@/components/ui/text-input'
import { readOverview } from '@/lib/feed/administration'
import { listImports } from '@/lib/wallet/queries'
import { Frame } from '../frame'
import { lookUpNumber } from './actions'
import { Feed } from './feed'
import { Refused, Senders } from './feed-tables'
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
    <Frame current="accounts" title={t('title')} query={query}>
      {(inProgress || isLive) && <Refresh seconds={inProgress ? refreshSeconds : liveSeconds} />}
      <div className="grid gap-8">
        <Feed {...feed} isLive={isLive} />
        <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:grid-rows-[auto_1fr]">
          {feed.senders.length > 0 && (
            <div className="grid min-w-0 gap-8">
              <Senders senders={feed.senders} />
              <Refused {...feed} />
            </div>
          )}
          <aside className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
            <Section title={t('search')}>
              <Search />
            </Section>
          </aside>
          <div className="grid min-w-0 content-start gap-8 xl:col-start-1">
            <Section title={t('imports')}>
              <Imports imports={imports} />
            </Section>
            <Section title={t('upload')}>
              <RouteNotice query={query} className="mb-5" />
              <UploadForm query={query} administrator={administrator} />
            </Section>
          </div>
        </div>
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
