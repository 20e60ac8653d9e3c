import { getTranslations } from 'next-intl/server'
import { DateTime } from '@/components/ui/date-time'
import type { Column } from '@/components/ui/table'

type Used = { lastUsedAt: Date | null; lastUsedAddress: string | null }

/** When a secret or key was last used, and from where. */
export async function lastUseColumns(): Promise<Column<Used>[]> {
  const t = await getTranslations('applications.secrets')
  return [
    {
      label: t('lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime at={lastUsedAt} as="relative" /> : t('never')),
    },
    {
      label: t('address'),
      cell: ({ lastUsedAddress }) => <code className="text-xs">{lastUsedAddress ?? t('nowhere')}</code>,
    },
  ]
}
