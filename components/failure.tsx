'use client'

import { useSyncExternalStore } from 'react'
import { DeadEnd } from '@/components/dead-end'
import { buttonLook } from '@/components/ui/button-look'
import { pickLocale } from '@/i18n/locale'
import en from '@/messages/en/errors.json'
import fr from '@/messages/fr/errors.json'

type Props = { error: unknown; retry: () => void }

/**
 * Something threw. Drawn in the browser alone, where no messages were sent along, so it brings its own and
 * finds the language as the server does.
 */
export function Failure({ error, retry }: Props) {
  const locale = useSyncExternalStore(neverChanges, browserLocale, () => 'en' as const)
  const t = locale === 'fr' ? fr : en
  const digest = digestOf(error)
  return (
    <DeadEnd
      kicker={`500 · ${t.failure.kicker}`}
      title={t.failure.title}
      body={t.failure.body}
      reference={digest ? { label: t.reference, value: digest } : undefined}
      actions={
        <>
          <button type="button" className={buttonLook()} onClick={retry}>
            {t.retry}
          </button>
          {/* A full load: what is in the browser's memory may be what failed. */}
          <a href="/" className={buttonLook({ variant: 'secondary' })}>
            {t.home}
          </a>
        </>
      }
    />
  )
}

/** The id under which the server logged the error. */
function digestOf(error: unknown) {
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined
  return typeof digest === 'string' ? digest : undefined
}

function browserLocale() {
  const cookie = /(?:^|; )locale=(\w+)/.exec(document.cookie)?.[1]
  return pickLocale(cookie, navigator.languages.join(','))
}

function neverChanges() {
  return () => {}
}
