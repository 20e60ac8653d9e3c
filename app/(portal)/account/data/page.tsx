import { getTranslations } from 'next-intl/server'
import { requireAccountHolder } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { DownloadLink } from '@/components/ui/download-link'
import { Section } from '@/components/ui/section'
import { AccountFrame } from '../frame'
import { HintsChoice } from './hints-choice'

export const generateMetadata = titled('accounts.account.pages', 'data')

/** What is e-mailed, the download of one's own data, and the end of the account. */
export default async function DataPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  const download = await getTranslations('administration.export')
  const deletion = await getTranslations('accounts.deletion.section')
  return (
    <AccountFrame current="data" developer={developer} query={await searchParams}>
      <HintsChoice developerId={developer.id} />
      <Section title={download('title')} lead={download('body')} id="data">
        <div>
          <DownloadLink href="/account/export">{download('button')}</DownloadLink>
        </div>
      </Section>
      <Section title={deletion('title')} lead={deletion('body')} id="deletion">
        <div>
          <ButtonLink href="/account/delete" variant="dangerOutline">
            {deletion('button')}
          </ButtonLink>
        </div>
      </Section>
    </AccountFrame>
  )
}
