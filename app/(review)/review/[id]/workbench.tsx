'use client'

import { CircleCheck, CircleDashed, RefreshCw } from 'lucide-react'
import { type FormEvent, type ReactNode, use, useEffect, useState } from 'react'
import { classNames } from '@/components/class-names'
import { FormContext } from '@/components/ui/form-state'
import { useDeskKeys } from './desk-keys'

export type DeskDocument = {
  id: string
  name: string
  verdict: string | null
  viewer: ReactNode
  /** The fields of the verdict, or what was decided. */
  panel: ReactNode
}

type Props = {
  documents: DeskDocument[]
  labels: { documents: string; accepted: string; replace: string; open: string }
  /** Above the verdict: the way to other submissions. */
  top: ReactNode
  /** Below it: the decision. */
  children?: ReactNode
}

/**
 * Documents, the viewer of the chosen one, and its verdict next to it, in view however far one scrolls. Without
 * JavaScript all documents and verdicts are below each other.
 */
export function Workbench({ documents, labels, top, children }: Props) {
  const { errors, values } = use(FormContext).state
  const [index, setIndex] = useState(0)
  const [given, setGiven] = useState<Record<string, string>>({})
  useDeskKeys(index, setIndex, documents)
  // Errors have to be seen.
  useEffect(() => {
    const wrong = documents.findIndex(({ id }) => errors?.[`because-${id}`])
    if (wrong >= 0) setIndex(wrong)
  }, [errors, documents])

  function note({ target }: FormEvent) {
    const { name, value } = target as HTMLInputElement
    if (name.startsWith('verdict-')) setGiven((previous) => ({ ...previous, [name.slice(8)]: value }))
  }

  const verdictOf = ({ id, verdict }: DeskDocument) => given[id] ?? values?.[`verdict-${id}`] ?? verdict
  const hiding = (at: number) => (at === index ? undefined : '[@media(scripting:enabled)]:hidden')
  return (
    <div
      onChange={note}
      className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[12rem_minmax(0,1fr)_24rem]"
    >
      <nav aria-label={labels.documents} className="needs-script no-print min-w-0 max-xl:col-span-full">
        <ol className="flex gap-1.5 overflow-x-auto p-1 xl:grid">
          {documents.map((document, at) => (
            <li key={document.id} className="shrink-0">
              <button
                type="button"
                aria-current={at === index ? 'true' : undefined}
                onClick={() => setIndex(at)}
                className="flex min-h-10 w-full items-center gap-2 rounded-lg border border-transparent px-3 py-1.5 text-left text-sm hover:bg-raised aria-current:border-accent aria-current:bg-accent-soft"
              >
                <Mark verdict={verdictOf(document)} labels={labels} />
                <span className="max-w-72 [overflow-wrap:anywhere] xl:max-w-48">{document.name}</span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid min-w-0 gap-8">
        {documents.map(({ id, viewer }, at) => (
          <div key={id} className={classNames('min-w-0', hiding(at))}>
            {viewer}
          </div>
        ))}
      </div>
      <div className="grid min-w-0 gap-5 rounded-2xl border border-line bg-surface p-5 shadow-card lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto">
        {top}
        {documents.map(({ id, panel }, at) => (
          <div key={id} data-desk={id} className={hiding(at)}>
            {panel}
          </div>
        ))}
        {children}
      </div>
    </div>
  )
}

function Mark({ verdict, labels }: { verdict: string | null; labels: Props['labels'] }) {
  const [Icon, text, tone] =
    verdict === 'accepted'
      ? ([CircleCheck, labels.accepted, 'text-success'] as const)
      : verdict === 'replace'
        ? ([RefreshCw, labels.replace, 'text-warning'] as const)
        : ([CircleDashed, labels.open, 'text-muted'] as const)
  return (
    <>
      <Icon className={classNames('size-4 shrink-0', tone)} aria-hidden="true" />
      <span className="sr-only">{text}: </span>
    </>
  )
}
