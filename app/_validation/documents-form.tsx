'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { DocumentField, type DocumentItem, type DocumentLabels } from './document-field'

type Props = {
  /** The form's URL; null when the documents cannot be changed now. */
  action: string | null
  items: DocumentItem[]
  labels: DocumentLabels & {
    save: string
    submit: string
    waiting: string
    /** with places for the numbers that are `{present}` and `{needed}` */
    ready: string
    summary: string
    settled: string
  }
  /** Fields that it is sent with. */
  children: ReactNode
}

/**
 * All documents in one plain multipart form, so that it works without a script. With one, each file is uploaded when it
 * is chosen, and the form is sent, without files, once no upload is in progress.
 */
export function DocumentsForm({ action, items: current, labels, children }: Props) {
  const router = useRouter()
  const [inFlight, setInFlight] = useState(0)
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  // The errors of the response stay until their file is there: a refresh brings none.
  const [responded] = useState(current)
  const items = current.map((item) => {
    const { error } = responded.find(({ requirementId }) => requirementId === item.requirementId) ?? {}
    return { ...item, error: sent.has(item.requirementId) ? null : (item.error ?? error ?? null) }
  })
  const wrong = items.filter(({ error }) => error)
  const needed = items.filter((item) => item.required)
  const present = needed.filter(
    ({ requirementId, document, verdict }) => sent.has(requirementId) || (document && verdict !== 'replace'),
  )
  const [todo, settled] = [items.filter((item) => !item.settled), items.filter((item) => item.settled)]
  const listOf = (listed: DocumentItem[]) => (
    <ol className="grid divide-y divide-line">
      {listed.map((item) => (
        <DocumentField
          key={item.requirementId}
          item={item}
          labels={labels}
          action={action}
          onBusy={(change) => setInFlight((count) => count + change)}
          onStored={(id) => {
            setSent((previous) => new Set([...previous, id]))
            // The checklist above counts it.
            router.refresh()
          }}
          onStale={() => router.refresh()}
        />
      ))}
    </ol>
  )
  if (!action) return listOf(items)
  return (
    <form action={action} method="post" encType="multipart/form-data" className="grid gap-6">
      {children}
      <ErrorSummary title={labels.summary} errors={errorsOf(wrong)} />
      {/* Nothing in particular is to be replaced: everything can be. */}
      {listOf(todo.length > 0 ? todo : items)}
      {todo.length > 0 && settled.length > 0 && (
        <details
          open={settled.some(({ error, validity }) => error || validity?.error)}
          className="border-line border-t pt-5"
        >
          <summary className="min-h-6 cursor-pointer text-muted underline">{labels.settled}</summary>
          <div className="mt-5">{listOf(settled)}</div>
        </details>
      )}
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
          {inFlight > 0
            ? labels.waiting
            : labels.ready
                .replace('{present}', String(present.length))
                .replace('{needed}', String(needed.length))}
        </p>
      </div>
    </form>
  )
}

/** By the field's id, which the summary links to. */
function errorsOf(items: DocumentItem[]): Record<string, string> {
  return Object.fromEntries(
    items.map(({ requirementId, name, error }) => [`document-${requirementId}`, `${name}: ${error}`]),
  )
}
