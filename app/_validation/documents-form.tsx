'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { RouteForm } from '@/components/ui/route-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { type DocumentItem, type DocumentLabels, DocumentRow } from './document-row'

type Props = {
  /** The form's URL; null when the documents cannot be changed now. */
  action: string | null
  items: DocumentItem[]
  /** The rows of what is no document, before and after them. */
  before?: ReactNode
  after?: ReactNode
  labels: DocumentLabels & Record<'save' | 'submit' | 'waiting' | 'next' | 'summary', string>
  /** Fields that it is sent with. */
  children: ReactNode
}

/**
 * All requirements in one plain multipart form, so that it works without a script. With one, each file is uploaded when
 * it is chosen, and the form is sent, without files, once no upload is in progress.
 */
export function DocumentsForm({ action, items: current, before, after, labels, children }: Props) {
  const router = useRouter()
  const [inFlight, setInFlight] = useState(0)
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  // The errors of the response stay until their file is there: a refresh brings none.
  const [responded] = useState(current)
  const items = current.map((item) => {
    const { error } = responded.find(({ requirementId }) => requirementId === item.requirementId) ?? {}
    return { ...item, error: sent.has(item.requirementId) ? null : (item.error ?? error ?? null) }
  })
  const first = items.find(
    ({ requirementId, status }) => !sent.has(requirementId) && (status === 'missing' || status === 'replace'),
  )
  const rows = (
    <ol>
      {before}
      {items.map((item) => (
        <DocumentRow
          key={item.requirementId}
          first={item === first}
          {...{ item, labels, action }}
          onBusy={(change) => setInFlight((count) => count + change)}
          onStored={(id) => {
            setSent((previous) => new Set([...previous, id]))
            // The tally above counts it.
            router.refresh()
          }}
          onStale={() => router.refresh()}
        />
      ))}
      {after}
    </ol>
  )
  if (!action) return rows
  return (
    <RouteForm action={action} className="grid gap-4">
      {children}
      <ErrorSummary title={labels.summary} errors={errorsOf(items)} />
      <DropAnywhere />
      {rows}
      <div className="flex flex-wrap items-center gap-3 pt-2">
        <SubmitButton
          name="intent"
          value="submit"
          variant={first ? 'secondary' : 'primary'}
          disabled={inFlight > 0}
        >
          {labels.submit}
        </SubmitButton>
        <noscript>
          <Button type="submit" name="intent" value="save" variant="secondary">
            {labels.save}
          </Button>
        </noscript>
        <p role="status" className="text-muted text-xs">
          {inFlight > 0 ? labels.waiting : labels.next}
        </p>
      </div>
    </RouteForm>
  )
}

/** By the field's id, which the summary links to. */
function errorsOf(items: DocumentItem[]): Record<string, string> {
  const wrong = items.filter(({ error }) => error)
  return Object.fromEntries(
    wrong.map(({ requirementId, name, error }) => [`document-${requirementId}`, `${name}: ${error}`]),
  )
}

/**
 * Takes a file that is dropped anywhere on the page for the row under it, or for the only row that misses one: such
 * rows name their field in `data-drop`. The field does the rest, as if the file was dropped on it. A file for none of
 * them is let go: without this, the browser would leave the page to show it.
 */
function DropAnywhere() {
  const [over, setOver] = useState(false)
  useEffect(() => {
    function drag(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return
      const left = event.type === 'dragleave' && event.relatedTarget === null
      setOver(event.type !== 'drop' && !left)
      if (event.type !== 'drop') return event.type === 'dragleave' || event.preventDefault()
      if (event.defaultPrevented) return
      event.preventDefault()
      const rows = [...document.querySelectorAll<HTMLElement>('[data-drop]')]
      const row = rows.find((each) => each.contains(event.target as Node)) ?? (rows[1] ? undefined : rows[0])
      const field = document.getElementById(row?.dataset.drop ?? '')
      field?.focus()
      field?.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: event.dataTransfer }))
    }
    const kinds = ['dragenter', 'dragover', 'dragleave', 'drop'] as const
    for (const kind of kinds) document.addEventListener(kind, drag)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, drag)
    }
  }, [])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-dropping', over)
  }, [over])
  return over ? (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-50 ring-2 ring-accent ring-inset"
    />
  ) : null
}
