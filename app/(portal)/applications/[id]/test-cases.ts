import { getTranslations } from 'next-intl/server'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { type SandboxAccount, sandboxAccounts } from '@/lib/wallet/sandbox-accounts'

const groups = ['ordinary', 'no', 'slow', 'failing'] as const

function groupOf({ outage, delayMs, status }: SandboxAccount): (typeof groups)[number] {
  if (outage) return 'failing'
  if (delayMs > 0) return 'slow'
  return status === 'active' ? 'ordinary' : 'no'
}

/** A number that all applications share, and what it is for; without an account where it never exists. */
export type TestCase = { msisdn: string; label: string; account?: SandboxAccount }

/** The shared numbers by what a program has to do about them. */
export async function listTestCases() {
  const t = await getTranslations('sandbox')
  const cases = await getTranslations('docs.accounts.cases')
  return groups.map((group) => {
    const shared = sandboxAccounts.filter((account) => groupOf(account) === group)
    const all: TestCase[] = shared.map((account) => ({
      msisdn: account.msisdn,
      label: cases(account.purpose),
      account,
    }))
    if (group === 'no') all.push({ msisdn: reservedMsisdn, label: t('never') })
    return { key: group, label: t(`group.${group}`), hint: t(`groupHint.${group}`), cases: all }
  })
}
