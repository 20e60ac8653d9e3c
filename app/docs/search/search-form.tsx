'use client'

import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { withQuery } from '@/components/query'
import { buttonLook } from '@/components/ui/button-look'
import { maxQueryLength } from './query'

const pauseMilliseconds = 150

/** A plain form; with a script, it searches while typing. */
export function SearchForm({ query, label, button }: { query: string; label: string; button: string }) {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function searchSoon(text: string) {
    clearTimeout(timer.current)
    const address = withQuery('/docs/search', { q: text.trim() })
    timer.current = setTimeout(() => router.replace(address, { scroll: false }), pauseMilliseconds)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all screen readers yet
    <form role="search" action="/docs/search" className="flex gap-2">
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        defaultValue={query}
        maxLength={maxQueryLength}
        autoComplete="off"
        onChange={(event) => searchSoon(event.target.value)}
        className="min-h-11 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 text-base placeholder:text-muted"
      />
      <button type="submit" className={buttonLook({ variant: 'secondary' })}>
        <Search aria-hidden="true" />
        {button}
      </button>
    </form>
  )
}
