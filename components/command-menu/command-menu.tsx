'use client'

import { Search } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from '@/components/ui/link'
import type { CommandActions, CommandLabels } from './commands'

// Loaded when first opened: most page views never use it.
const CommandDialog = lazy(() => import('./command-dialog'))

/**
 * The link that opens the command menu, and its keys: Ctrl-K, or Cmd-K on a Mac. Without JavaScript it leads to the
 * page. A page that is a search has its own field instead of the link.
 */
export function CommandMenu({ labels, actions }: { labels: CommandLabels; actions: CommandActions }) {
  const [open, setOpen] = useState(false)
  const isSearch = usePathname().endsWith('/search')
  const onMac = useSyncExternalStore(neverChanges, isMac, () => false)

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (!(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // Pressed again while it still loads, it comes as wanted.
      setOpen(!document.querySelector('dialog[open]'))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <>
      {!isSearch && (
        <Link
          href="/search"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          title={labels.open}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            setOpen(true)
          }}
          className="inline-flex size-8 min-w-0 items-center justify-center gap-2 rounded-lg border-line bg-canvas text-muted text-xs hover:text-ink lg:@container lg:w-65 lg:justify-start lg:border lg:px-2.5 max-lg:bg-transparent max-lg:hover:bg-raised"
        >
          <Search className="size-4 shrink-0" aria-hidden="true" />
          <span className="sr-only">{labels.open}</span>
          <span aria-hidden="true" className="@max-[9rem]:hidden min-w-0 truncate max-lg:hidden">
            {labels.button}
          </span>
          <span
            aria-hidden="true"
            className="needs-script ml-auto shrink-0 rounded border border-line bg-surface px-1.5 font-mono text-[0.6875rem] max-lg:hidden"
          >
            {onMac ? '⌘K' : 'Ctrl K'}
          </span>
        </Link>
      )}
      {open && (
        <Suspense fallback={<span className="navigation-progress" aria-hidden="true" />}>
          <CommandDialog labels={labels} actions={actions} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function isMac() {
  return /^Mac|^iP/.test(navigator.platform)
}

function neverChanges() {
  return () => {}
}
