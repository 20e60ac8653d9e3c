import { getTranslations } from 'next-intl/server'
import { requireAccountHolder } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { Section } from '@/components/ui/section'
import { SettingRows } from '@/components/ui/setting-row'
import { Email, Language, Profile } from './forms'
import { AccountFrame } from './frame'

export const generateMetadata = titled('accounts.account')

export default async function AccountPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  const t = await getTranslations('accounts.account.pages')
  return (
    <AccountFrame current="profile" developer={developer} query={await searchParams}>
      <Section title={t('profile')}>
        <SettingRows>
          <Profile developer={developer} />
          <Email developer={developer} />
          <Language developer={developer} />
        </SettingRows>
      </Section>
    </AccountFrame>
  )
}
