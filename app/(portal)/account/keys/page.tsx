import { requireAccountHolder } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { AccountFrame } from '../frame'
import { AccessKeys } from './access-keys'

export const generateMetadata = titled('accounts.accessKeys')

export default async function AccessKeysPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  return (
    <AccountFrame current="keys" developer={developer} query={await searchParams}>
      <AccessKeys developer={developer} />
    </AccountFrame>
  )
}
