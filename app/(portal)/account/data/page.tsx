import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAccountHolder } from '@/app/_request/session'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { DownloadLink } from '@/components/ui/download-link'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { wantsTrafficHints } from '@/lib/developers/profile'
import { AccountPageLayout } from '../page-layout'
import { chooseHints } from './actions'

export const generateMetadata = pageMetadata('accounts.account.pages', 'data')

/** What is e-mailed, the download of one's own data, and the end of the account. */
export default async function DataPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  const pages = await getTranslations('accounts.account.pages')
  const download = await getTranslations('administration.export')
  const deletion = await getTranslations('accounts.deletion.section')
  return (
    <AccountPageLayout current="data" developer={developer} query={await searchParams}>
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
    </AccountPageLayout>
  )
}

/** Whether traffic recommendations are also e-mailed; each such e-mail links here. */
async function HintsChoice({ developerId }: { developerId: string }) {
  const t = await getTranslations('accounts.account')
  const wanted = await wantsTrafficHints(developerId)
  return (
    <SettingRow
      id="hints"
      name={t('hintsTitle')}
      value={t('hintsState', { wanted: String(wanted) })}
      note={t('hintsLead')}
      action={chooseHints}
    >
      {/* Re-created when the choice changes: after a submit, React resets a form to the values it first had. */}
      <Checkbox
        key={String(wanted)}
        name="hints"
        id="hints-wanted"
        label={t('hintsWanted')}
        defaultChecked={wanted}
      />
      <FormEnd>{t('hintsButton')}</FormEnd>
    </SettingRow>
  )
}
