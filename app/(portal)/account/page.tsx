import { requireAccountHolder } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { Email, Language } from './forms'
import { AccountFrame } from './frame'
import { Profile } from './profile'

export const generateMetadata = titled('accounts.account')

export default async function AccountPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  return (
    <AccountFrame current="profile" developer={developer} query={await searchParams}>
      <Profile developer={developer} />
      <Email developer={developer} />
      <Language developer={developer} />
    </AccountFrame>
  )
}
