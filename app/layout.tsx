import '@fontsource-variable/geist/wght.css'
import latin from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'
import '@fontsource-variable/geist-mono/wght.css'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { getBranding, iconOf } from '@/app/_request/branding'
import { FailureTextsProvider } from '@/components/failure-texts'
import { isTheme } from '@/components/theme'
import { messages } from '@/generated/messages'
import { getLocale } from '@/i18n/current-locale'
import type { Branding } from '@/lib/branding/schema'
import { getSettings } from '@/lib/env'
import { directionOf } from '@/lib/languages'
import { noteReached } from '@/lib/request-context'
import { version } from '@/lib/version'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('common')
  const branding = await getBranding()
  const { productName } = branding
  const title = `${productName} · ${t('tagline')}`
  return {
    metadataBase: new URL(getSettings().PORTAL_URL),
    title: { default: title, template: `%s · ${productName}` },
    description: t('description'),
    applicationName: productName,
    icons: { icon: iconOf(branding) },
    openGraph: {
      title,
      description: t('description'),
      type: 'website',
      siteName: productName,
      images: sharePicture(branding),
    },
    twitter: { card: branding.saved ? 'summary' : 'summary_large_image' },
  }
}

/** The picture that other sites show with a link: Guichet's names Guichet, so an operator has their logo, or none. */
function sharePicture({ saved, logoHash }: Branding): string[] {
  if (!saved) return ['/share.png']
  return logoHash ? [`/brand/logo?v=${logoHash}`] : []
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f2f6f4' },
    { media: '(prefers-color-scheme: dark)', color: '#0b1311' },
  ],
}

/** The document only. Each area renders its own header through `Shell`, as only the area knows who is signed in. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  noteReached()
  const locale = await getLocale()
  const theme = (await cookies()).get('theme')?.value
  const { saved, accentColour, supportEmail } = await getBranding()
  // Of the subsets, the one that each page needs first.
  preload(latin, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-theme={isTheme(theme) ? theme : 'system'}
      data-support={supportEmail || undefined}
    >
      {saved && (
        <link
          rel="stylesheet"
          href={`/brand/accent?brand=${accentColour.slice(1)}&v=${encodeURIComponent(version)}`}
          precedence="brand"
        />
      )}
      <body className="flex min-h-dvh flex-col font-sans text-base antialiased">
        <FailureTextsProvider texts={messages[locale].failures}>{children}</FailureTextsProvider>
      </body>
    </html>
  )
}
