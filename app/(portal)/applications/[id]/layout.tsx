import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { findApplication } from '@/app/_request/application'

type Props = { params: Promise<{ id: string }>; children: ReactNode }

/** Twins have the same name: among a browser's tabs, the icon distinguishes them. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const application = await findApplication((await params).id)
  return application ? { icons: { icon: `/icon-${application.environment}.svg` } } : {}
}

export default function ApplicationLayout({ children }: Props) {
  return children
}
