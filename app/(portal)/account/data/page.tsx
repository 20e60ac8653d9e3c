import { getTranslations } from 'next-intl/server'
import { requireAccountHolder } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { DownloadLink } from '@/components/ui/download-link'
import { Section } from '@/components/ui/section'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { AccountFrame } from '../frame'
import { HintsChoice } from './hints-choice'

export const generateMetadata = titled('accounts.account.pages', 'data')

/** What is e-mailed, the download of one's own data, and the end of the account. */
export default async function DataPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  const pages = await getTranslations('accounts.account.pages')
  const download = await getTranslations('administration.export')
  const deletion = await getTranslations('accounts.deletion.section')
  return (
    <AccountFrame current="data" developer={developer} query={await searchParams}>
      <Section title={pages('data')}>
        <SettingRows>
          <HintsChoice developerId={developer.id} />
          <SettingRow
            id="data"
            name={download('title')}
            note={download('body')}
            act={
              <DownloadLink href="/account/export" variant="quiet" size="small">
                {download('button')}
              </DownloadLink>
            }
          />
          <SettingRow
            id="deletion"
            name={deletion('title')}
            note={deletion('body')}
            act={
              <ButtonLink href="/account/delete" variant="dangerQuiet" size="small">
                {deletion('button')}
              </ButtonLink>
            }
          />
        </SettingRows>
      </Section>
    </AccountFrame>
  )
}
