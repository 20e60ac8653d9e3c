import { requireAccountHolder } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { listPasskeys } from '@/lib/identity/passkey'
import { AccountFrame } from '../frame'
import { Identity } from './identity'
import { Passkeys } from './passkeys'
import { SignIn } from './second-factor'
import { Sessions } from './sessions'
import { Strength } from './strength'
import { SupportViews } from './support-views'

export const generateMetadata = titled('accounts.account.pages', 'security')

/** How someone signs in, and where they are signed in. */
export default async function SecurityPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  const passkeys = await listPasskeys(developer.id)
  // The last factor can't be removed if the role requires one.
  const keep = developer.role !== 'developer' && passkeys.length + Number(developer.hasAuthenticator) === 1
  return (
    <AccountFrame current="security" developer={developer} query={await searchParams}>
      <Strength developer={developer} keep={keep} />
      <SignIn {...{ developer, keep, passkeys }} />
      <Passkeys passkeys={passkeys} keep={keep} />
      <Identity developer={developer} />
      <Sessions developer={developer} />
      <SupportViews developerId={developer.id} />
    </AccountFrame>
  )
}
