import { getTranslations } from 'next-intl/server'
import { DateTime } from '@/components/ui/date-time'
import { findManagedSince } from '@/lib/audit/queries'

type Props = { type: Parameters<typeof findManagedSince>[0]; id?: string }

/** Since when a configuration file manages what a page is about; nothing if none does. */
export async function ManagedByFile({ type, id }: Props) {
  const since = await findManagedSince(type, id)
  if (!since) return null
  const t = await getTranslations('administration')
  return (
    <p className="mb-6 max-w-prose text-muted text-sm">
      {t.rich('managedByFile', { day: () => <DateTime at={since} as="date" /> })}
    </p>
  )
}
