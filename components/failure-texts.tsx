'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { loadFailures } from '@/generated/load-failures'
import type failures from '@/generated/messages/failures'
import { pickLocale } from '@/i18n/locale'

export type FailureTexts = (typeof failures)['en']

const Given = createContext<FailureTexts | null>(null)
/** The same for where the layout is no more. */
let last: FailureTexts | null = null

/** Nothing is sent to an error boundary, so the root layout leaves it its texts, in the reader's language alone. */
export function FailureTextsProvider({ texts, children }: { texts: FailureTexts; children: ReactNode }) {
  if (typeof document !== 'undefined') last = texts
  return <Given value={texts}>{children}</Given>
}

/** What the layout left or, if it never was there, a part of the program that is loaded now; null until then. */
export function useFailureTexts(): FailureTexts | null {
  const given = useContext(Given) ?? last
  const [loaded, setLoaded] = useState<FailureTexts | null>(null)
  useEffect(() => {
    if (!given) void loadFailures[browserLocale()]().then((module) => setLoaded(module.default))
  }, [given])
  return given ?? loaded
}

/** As the server determines it. */
export function browserLocale() {
  const cookie = /(?:^|; )locale=(\w+)/.exec(document.cookie)?.[1]
  return pickLocale(cookie, navigator.languages.join(','))
}
