'use client'

import { useRouter } from 'next/navigation'
import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useTransition } from 'react'
import { withQuery } from '@/components/query'

/** The field that had the focus when the filter was applied, which renders its fields again. */
let focused: string | undefined

type Props = { plain: string; className: string; children: ReactNode }

/**
 * A GET form that applies itself when a field was changed, and by Enter. Without a script, its button does. Give it the
 * filter's URL as key, and each field an id.
 */
export function FilterForm({ plain, className, children }: Props) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const asked = useRef('')
  const [pending, startTransition] = useTransition()
  useEffect(() => {
    // React calls each letter a change; the browser waits for the end of what is typed.
    const apply = () => form.current?.requestSubmit()
    const node = form.current
    node?.addEventListener('change', apply)
    return () => node?.removeEventListener('change', apply)
  }, [])
  useLayoutEffect(() => {
    const node = form.current
    const field = focused && node?.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)
    focused = undefined
    if (field) {
      field.closest('details')?.setAttribute('open', '')
      field.focus({ preventScroll: true })
    }
    return () => {
      if (node?.contains(document.activeElement)) focused = document.activeElement?.id
    }
  }, [])
  const submit = (data: FormData) => {
    const values = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]))
    const href = withQuery(new URL(plain, location.href).pathname, values)
    // Enter ends what is typed as well.
    if (href === asked.current) return
    asked.current = href
    startTransition(() => router.push(href, { scroll: false }))
  }
  const closeLeft = ({ target, relatedTarget }: FocusEvent) => {
    const fold = target.closest('details')
    if (relatedTarget && !fold?.contains(relatedTarget)) fold?.removeAttribute('open')
  }
  return (
    <form
      ref={form}
      action={plain}
      noValidate
      className={className}
      onBlur={closeLeft}
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      {children}
      {pending && <span className="navigation-progress" aria-hidden="true" />}
    </form>
  )
}
