import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Application } from '@/generated/prisma/client'
import { detailFields } from '@/lib/applications/schema'
import { formatNetwork } from '@/lib/network'

/** The fields that describe an application, with the form's labels; an empty one shows `none`, or is left out. */
export async function describeDetails(
  application: Pick<Application, (typeof detailFields)[number]>,
  none?: ReactNode,
): Promise<{ term: string; value: ReactNode }[]> {
  const t = await getTranslations('applications.form')
  return detailFields
    .filter((field) => application[field] || none)
    .map((field) => ({
      term: t(field),
      value: application[field] ? <span className="whitespace-pre-line">{application[field]}</span> : none,
    }))
}

/** The networks of a list, as people read them, one on each line; or that it is every address. */
export function Networks({ networks }: { networks: readonly string[] }) {
  const t = useTranslations('networks')
  if (networks.length === 0) return <p>{t('everywhere')}</p>
  return (
    <ul className="grid gap-1 font-mono text-sm">
      {networks.map((network) => (
        <li key={network} className="[overflow-wrap:anywhere]">
          {formatNetwork(network)}
        </li>
      ))}
    </ul>
  )
}
