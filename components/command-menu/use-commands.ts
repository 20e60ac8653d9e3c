'use client'

import { useEffect, useState } from 'react'
import { withQuery } from '@/components/query'
import type { Command, CommandGroup } from './commands'

type Found = { href: string; title: string; page: string }

const pauseMilliseconds = 120
const maxResults = 6

/** The current user's commands, and the documentation's results for `query`. */
export function useCommands(query: string) {
  const [groups, setGroups] = useState<CommandGroup[] | null>(null)
  const [found, setFound] = useState<Command[]>([])
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    ask<CommandGroup[]>('/commands', stop.signal).then(setGroups, () => setFailed(!stop.signal.aborted))
    return () => stop.abort()
  }, [])

  useEffect(() => {
    const stop = new AbortController()
    const asked = query.trim()
    const search = async () => {
      const all = asked ? await ask<Found[]>(withQuery('/docs/search.json', { q: asked }), stop.signal) : []
      setFound(
        all.slice(0, maxResults).map(({ href, title, page }) => ({ href, label: title, detail: page })),
      )
    }
    // The commands work without the documentation.
    const timer = setTimeout(() => search().catch(() => {}), asked ? pauseMilliseconds : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query])

  return { groups, found, failed }
}

async function ask<Answer>(address: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`${address} returned ${response.status}.`)
  return response.json()
}
