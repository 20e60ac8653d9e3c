'use client'

import './globals.css'

/**
 * The root layout itself failed: this is the whole document. It is part of every page's bundle, so it is small and
 * shows both languages instead of finding out which one to use.
 */
export default function GlobalError({ error }: { error: unknown }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : ''
  return (
    <html lang="en">
      <body className="mx-auto grid max-w-prose gap-4 px-4 py-16 font-sans text-base">
        <title>Something went wrong</title>
        <h1 className="text-2xl">Something went wrong</h1>
        <p lang="fr">Une erreur est survenue.</p>
        <code>{digest}</code>
        <a href="/" className="text-accent underline">
          Home · <span lang="fr">Accueil</span>
        </a>
      </body>
    </html>
  )
}
