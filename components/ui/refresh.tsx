'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'

type Props = {
  seconds: number
  /** Refreshes only when the JSON at `path` is no longer this text. */
  watch?: { path: string; known: string | null }
}

const patienceMs = 30_000

/**
 * Refreshes the page every few seconds while it can be seen. However slow the portal is, it has one request of this at
 * a time: the pause begins when the last one has ended.
 */
export function Refresh({ seconds, watch: { path, known } = { path: '', known: null } }: Props) {
  const router = useRouter()
  const [refreshing, startTransition] = useTransition()
  useEffect(() => {
    if (refreshing) return
    let ended = false
    let timer = setTimeout(look, seconds * 1000)
    async function look() {
      const found = path && document.visibilityState === 'visible' ? await read(path) : known
      if (ended || found === gone) return
      const isNew = !path || (found !== undefined && found !== known)
      if (isNew && document.visibilityState === 'visible') startTransition(() => router.refresh())
      timer = setTimeout(look, seconds * 1000)
    }
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [router, seconds, path, known, refreshing])
  return null
}

/** Signed out, or no longer with a right to the page. */
const gone = Symbol('gone')

/** @returns undefined if there was no response, or none of the portal */
async function read(path: string): Promise<unknown> {
  try {
    const response = await fetch(path, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    if (response.type === 'opaqueredirect' || response.status === 404) return gone
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
