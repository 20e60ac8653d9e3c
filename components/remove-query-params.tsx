'use client'

import { useEffect } from 'react'

/** Removes parameters from the page's URL once it is shown. Without a script they stay until the next page. */
export function RemoveQueryParams({ names }: { names: string[] }) {
  useOutcomeFocus()
  useEffect(() => {
    // After the router's own effects: only then does it follow changes of the history.
    const timer = setTimeout(() => {
      const url = withoutParameters(window.location.href, names)
      if (url !== window.location.href) window.history.replaceState(null, '', url)
    })
    return () => clearTimeout(timer)
  })
  return null
}

/** Gives the focus to what a form led to, or was replaced by: it would else be nowhere. */
export function useOutcomeFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(outcome)?.focus()
  }, [])
}

/** The notice of a form, or what to do next. */
const outcome = '#content :is([role=status][tabindex], [role=alert][tabindex], [data-takes-focus])'

/** The absolute URL `href` without the parameters `names`. */
export function withoutParameters(href: string, names: string[]): string {
  const url = new URL(href)
  for (const name of names) url.searchParams.delete(name)
  return url.href
}
