'use client'

import { browserLocale, useFailureTexts } from '@/components/failure-texts'
import './globals.css'

/** The root layout itself failed: this is the whole document. It is part of every page's bundle, so it is small. */
export default function GlobalError({ error }: { error: unknown }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : ''
  const t = useFailureTexts()
  // The portal gives each of its own errors a digest: without one, part of the page did not arrive.
  const title = digest ? t?.failure.title : t?.lost.title
  return (
    <html lang={t ? browserLocale() : undefined}>
      <body className="mx-auto grid max-w-prose gap-4 px-4 py-16 font-sans text-base">
        <title>{title}</title>
        <h1 className="text-2xl">{title}</h1>
        {digest ? (
          <code>{digest}</code>
        ) : (
          <button type="button" onClick={() => location.reload()} className="text-left text-accent underline">
            {t?.stale.open}
          </button>
        )}
        <a href="/" className="text-accent underline">
          {t?.home}
        </a>
      </body>
    </html>
  )
}
