import type { Metadata } from 'next'
import { useMessages } from 'next-intl'
import type { ReactNode } from 'react'
import { findApplication } from '@/app/_request/application'
import { ReceiptTexts } from '@/components/balance-receipt'
import { useLocale } from '@/i18n/current-locale'

type Props = { params: Promise<{ id: string }>; children: ReactNode }

/** Twins have the same name: among a browser's tabs, the icon distinguishes them. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const application = await findApplication((await params).id)
  return application ? { icons: { icon: `/icon-${application.environment}.svg` } } : {}
}

/** Its pages show balances as receipts. */
export default function ApplicationLayout({ children }: Props) {
  return (
    <ReceiptTexts texts={{ ...useMessages().common.receipt, locale: useLocale() }}>{children}</ReceiptTexts>
  )
}
