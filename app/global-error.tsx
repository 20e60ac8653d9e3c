'use client'

import './globals.css'

/**
 * The root layout itself failed: this is the whole document. It is part of every page's bundle, so it is small and
 * shows both languages instead of finding out which one to use.
 */
export default function GlobalError({ error }: { error: unknown }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : ''
  // The portal gives each of its own errors a digest: without one, part of the page did not arrive.
  const [title, titre] = digest
    ? ['Something went wrong', 'Une erreur est survenue.']
    : ['We couldn’t load this page', 'Cette page n’a pas pu être chargée.']
  return (
    <html lang="en">
      <body className="mx-auto grid max-w-prose gap-4 px-4 py-16 font-sans text-base">
        <title>{title}</title>
        <h1 className="text-2xl">{title}</h1>
        <p lang="fr">{titre}</p>
        {digest ? (
          <code>{digest}</code>
        ) : (
          <button type="button" onClick={() => location.reload()} className="text-left text-accent underline">
            Reload · <span lang="fr">Recharger</span>
          </button>
        )}
        <a href="/" className="text-accent underline">
          Home · <span lang="fr">Accueil</span>
        </a>
      </body>
    </html>
  )
}
