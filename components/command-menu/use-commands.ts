'use client'

import { useEffect, useState } from 'react'
import { type CommandGroup, listMatches } from './commands'

const pauseMilliseconds = 120

/**
 * The current user's commands that match `query`, and what the portal finds for it. What is typed is posted, so that it
 * appears in no URL. `problem`: why nothing could be searched. `loading`: more may be found.
 */
export function useCommands(query: string) {
  const [own, setOwn] = useState<CommandGroup[] | null>(null)
  const [found, setFound] = useState<{ query: string; groups: CommandGroup[] }>({ query: '', groups: [] })
  const [failed, setFailed] = useState(false)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    const stop = new AbortController()
    ask({ signal: stop.signal }).then(setOwn, () => setFailed(!stop.signal.aborted))
    return () => stop.abort()
  }, [])

  useEffect(() => {
    const stop = new AbortController()
    const asked = query.trim()
    const search = async () => {
      const groups = asked
        ? await ask({ method: 'POST', body: new URLSearchParams({ query: asked }), signal: stop.signal })
        : []
      setFound({ query: asked, groups })
      setProblem('')
    }
    // The commands work without the rest.
    const report = ({ message }: Error) => {
      if (stop.signal.aborted) return
      setFound({ query: asked, groups: [] })
      setProblem(message)
    }
    const timer = setTimeout(() => search().catch(report), asked ? pauseMilliseconds : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query])

  const loading = !failed && (own === null || found.query !== query.trim())
  return { groups: own ? listMatches(own, found.groups, query) : [], loading, failed, problem }
}

/** @throws Error with the words of a refusal, and without any for other failures */
async function ask(request: RequestInit): Promise<CommandGroup[]> {
  const response = await fetch('/commands', request)
  if (!response.ok) throw new Error(response.status === 429 ? await response.text() : '')
  return response.json()
}
