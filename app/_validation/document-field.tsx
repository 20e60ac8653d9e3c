'use client'

import { CircleCheck, CircleDashed, Copy, Download, FileText, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '@/components/class-names'
import { Badge } from '@/components/ui/badge'
import { controlLook, FieldError } from '@/components/ui/field'
import { shownAs, shownField, validityField } from '@/lib/documents/schema'
import { FileField, type UploadLabels } from './file-field'
import type { DocumentLine } from './upload'

export type DocumentItem = {
  requirementId: string
  name: string
  help: string
  required: boolean
  limits: string
  accept: string
  templateHref: string | null
  verdict: 'accepted' | 'replace' | null
  replaceText: string | null
  /** After changes were requested: can stay as it is. */
  settled: boolean
  document: DocumentLine | null
  earlier: string | null
  error: string | null
  /** The last day, where documents may expire, as a field takes it and as people read it; empty for none. */
  validity: { value: string; shown: string; error: string | null } | null
}

type Label = 'required' | 'optional' | 'missing' | 'present' | 'accepted' | 'replace' | 'template'
export type DocumentLabels = UploadLabels & Record<Label | 'none' | 'validUntil', string>

type Props = {
  item: DocumentItem
  labels: DocumentLabels
  /** The upload URL; null when nothing can be changed now. */
  action: string | null
  onBusy: (change: 1 | -1) => void
  onStored: (requirementId: string) => void
  onStale: () => void
}

/** One required document: its purpose, its current file, and the fields to send or replace it. */
export function DocumentField({ item, labels, action, onBusy, onStored, onStale }: Props) {
  const [stored, setStored] = useState<DocumentLine | null>(null)
  const document = stored ?? item.document
  // A file that was just sent is new to the reviewer: the previous verdict is not about it.
  const verdict = stored ? null : item.verdict
  return (
    <li className="grid gap-3 py-5 first:pt-0 last:pb-0">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          {action ? (
            <label
              id={`name-${item.requirementId}`}
              htmlFor={`document-${item.requirementId}`}
              className="font-semibold"
            >
              {item.name}
            </label>
          ) : (
            <p className="font-semibold">{item.name}</p>
          )}
          <Status {...{ document, verdict, labels, required: item.required }} />
        </div>
        <p className="max-w-prose text-muted text-sm">{item.help}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
          <span>{item.required ? labels.required : labels.optional}</span>
          <span>{item.limits}</span>
          {item.templateHref && (
            <a href={item.templateHref} className="inline-flex min-h-6 items-center gap-1 underline" download>
              <Download className="size-3.5" aria-hidden="true" />
              {labels.template}
            </a>
          )}
        </p>
      </div>
      {verdict === 'replace' && item.replaceText && (
        <p className="flex gap-2 whitespace-pre-line rounded-lg bg-warning-soft p-3 text-sm">
          <RefreshCw className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
          {item.replaceText}
        </p>
      )}
      {document && <Stored document={document} earlier={stored ? null : item.earlier} />}
      {!action && item.validity?.value && (
        <p className="text-sm">
          {labels.validUntil} <time dateTime={item.validity.value}>{item.validity.shown}</time>
        </p>
      )}
      {action && (
        <>
          <input
            type="hidden"
            name={`${shownField}${item.requirementId}`}
            value={document ? shownAs(document.id, stored ? '' : item.validity?.value) : ''}
            autoComplete="off"
          />
          <FileField
            {...{ item, labels, action, onBusy }}
            onStored={(line) => {
              setStored(line)
              onStored(item.requirementId)
            }}
            onStale={() => {
              setStored(null)
              onStale()
            }}
          />
        </>
      )}
      {action && item.validity && (
        <ValidUntil
          requirementId={item.requirementId}
          value={item.validity.value}
          error={item.validity.error}
          label={labels.validUntil}
        />
      )}
    </li>
  )
}

type ValidUntilProps = { requirementId: string; value: string; error: string | null; label: string }

function ValidUntil({ requirementId, value, error, label }: ValidUntilProps) {
  const id = `valid-until-${requirementId}`
  return (
    <div className="grid justify-items-start gap-1.5">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        name={`${validityField}${requirementId}`}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(`name-${requirementId}`, error && `${id}-error`)}
        className={classNames(controlLook(error ?? undefined), 'w-auto')}
      />
      <FieldError id={id} error={error} />
    </div>
  )
}

function Status({
  document,
  verdict,
  labels,
  required,
}: {
  document: DocumentLine | null
  verdict: DocumentItem['verdict']
  labels: DocumentLabels
  required: boolean
}) {
  if (verdict === 'replace')
    return (
      <Badge tone="warning" icon={<RefreshCw aria-hidden="true" />}>
        {labels.replace}
      </Badge>
    )
  if (!document)
    return (
      <Badge tone="neutral" icon={<CircleDashed aria-hidden="true" />}>
        {required ? labels.missing : labels.none}
      </Badge>
    )
  return (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
      {verdict === 'accepted' ? labels.accepted : labels.present}
    </Badge>
  )
}

function Stored({ document, earlier }: { document: DocumentLine; earlier: string | null }) {
  return (
    <>
      <div className="flex min-w-0 gap-3 rounded-lg border border-line bg-raised/50 p-3">
        <FileText className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden="true" />
        <div className="grid min-w-0 gap-0.5 text-sm">
          <a
            href={document.href}
            download
            className="inline-block min-h-6 underline [overflow-wrap:anywhere]"
          >
            {document.name}
          </a>
          <span className="text-muted text-xs">
            {document.about}
            {earlier && ` · ${earlier}`}
          </span>
        </div>
      </div>
      {document.duplicate && (
        <p className="flex gap-2 rounded-lg bg-warning-soft p-3 text-sm">
          <Copy className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
          {document.duplicate}
        </p>
      )}
    </>
  )
}
