import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { isTheme } from '@/components/theme'
import { getSettings } from '@/lib/env'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('common')
  const title = `${t('name')} · ${t('tagline')}`
  return {
    metadataBase: new URL(getSettings().PORTAL_URL),
    title: { default: title, template: `%s · ${t('name')}` },
    description: t('description'),
    applicationName: t('name'),
    openGraph: { title, description: t('description'), type: 'website', siteName: t('name') },
    twitter: { card: 'summary_large_image' },
  }
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f2f6f4' },
    { media: '(prefers-color-scheme: dark)', color: '#0b1311' },
  ],
}

/** The document only. Each area renders its own header through `Shell`, as only the area knows who is signed in. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = (await cookies()).get('theme')?.value
  return (
    <html
      lang={await getLocale()}
      data-theme={isTheme(theme) ? theme : 'system'}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body className="flex min-h-dvh flex-col font-sans text-base antialiased">{children}</body>
    </html>
  )
}
