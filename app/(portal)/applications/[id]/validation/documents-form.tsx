'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { DocumentField, type DocumentItem, type DocumentLabels } from './document-field'

type Props = {
  /** Where the form goes; null when the documents cannot be changed now. */
  action: string | null
  items: DocumentItem[]
  labels: DocumentLabels & { save: string; submit: string; waiting: string; ready: string; summary: string }
}

/**
 * All documents in one ordinary multipart form, so that it works without a script. With one, each file leaves when it
 * is chosen, and the form is sent, without files then, once none is on its way.
 */
export function DocumentsForm({ action, items, labels }: Props) {
  const [inFlight, setInFlight] = useState(0)
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const wrong = items.filter(({ requirementId, error }) => error && !sent.has(requirementId))
  useFreshPage(wrong.length === 0 && items.some(({ error }) => error))
  const needed = items.filter((item) => item.required)
  const present = needed.filter(
    ({ requirementId, document, verdict }) => sent.has(requirementId) || (document && verdict !== 'replace'),
  )
  const list = (
    <ol className="grid divide-y divide-line">
      {items.map((item) => (
        <DocumentField
          key={item.requirementId}
          item={item}
          labels={labels}
          action={action}
          onBusy={(change) => setInFlight((count) => count + change)}
          onStored={(id) => setSent((former) => new Set([...former, id]))}
        />
      ))}
    </ol>
  )
  if (!action) return list
  return (
    <form action={action} method="post" encType="multipart/form-data" className="grid gap-6">
      <ErrorSummary title={labels.summary} errors={errorsOf(wrong)} />
      {list}
      <div className="flex flex-wrap items-center gap-3 border-line border-t pt-5">
        <Button type="submit" name="intent" value="submit" size="large" disabled={inFlight > 0}>
          {labels.submit}
        </Button>
        <noscript>
          <Button type="submit" name="intent" value="save" variant="secondary" size="large">
            {labels.save}
          </Button>
        </noscript>
        <p role="status" className="text-muted text-sm tabular-nums">
          {inFlight > 0 ? labels.waiting : `${present.length} / ${needed.length} · ${labels.ready}`}
        </p>
      </div>
    </form>
  )
}

/** Loads the page again without its query, which says what was wrong with the last post, once all of that is solved. */
function useFreshPage(solved: boolean) {
  const [router, path] = [useRouter(), usePathname()]
  useEffect(() => {
    if (!solved) return
    router.replace(path, { scroll: false })
    // The query may have left the URL before: the same URL again would not be fetched.
    router.refresh()
  }, [solved, router, path])
}

/** By the id of the field, as the summary leads there. */
function errorsOf(items: DocumentItem[]): Record<string, string> {
  return Object.fromEntries(
    items.map(({ requirementId, name, error }) => [`document-${requirementId}`, `${name}: ${error}`]),
  )
}
