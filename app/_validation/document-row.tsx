'use client'

import { Camera, Download, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { classNames } from '@/components/class-names'
import { Button } from '@/components/ui/button'
import { type ButtonLook, buttonLook } from '@/components/ui/button-look'
import { controlLook, FieldError, fileLook } from '@/components/ui/field'
import { documentVersion, documentVersionField, validityField } from '@/lib/documents/schema'
import { ChecklistRow } from './checklist-row'
import { type DocumentLine, uploadFile } from './upload'

/** Where a document is: with the applicant, with the reviewers, or decided. */
export type DocumentStatus = 'missing' | 'none' | 'present' | 'reviewing' | 'accepted' | 'replace'

export type DocumentItem = {
  requirementId: string
  name: string
  help: string
  required: boolean
  limits: string
  accept: string
  templateHref: string | null
  status: DocumentStatus
  replaceText: string | null
  /** After changes were requested: can stay as it is. */
  settled: boolean
  document: DocumentLine | null
  earlier: string | null
  error: string | null
  /** The last day, where documents may expire, as a field takes it and as people read it; empty for none. */
  validity: {
    value: string
    shown: string
    /** The days left, in words too, and their share of the document's life. */
    days: number
    left: string
    share: number
    error: string | null
  } | null
}

type Word =
  | 'template'
  | 'uploading'
  | 'uploaded'
  | 'cancel'
  | 'drop'
  | 'dropAs'
  | 'lost'
  | 'oneFile'
  | 'validUntil'
export type DocumentLabels = FileLabels & Record<DocumentStatus | Word, string>

type Props = {
  item: DocumentItem
  labels: DocumentLabels
  /** The upload URL; null when nothing can be changed now. */
  action: string | null
  /** The first that is missing: the one filled button of the page. */
  first: boolean
  onBusy: (change: 1 | -1) => void
  onStored: (requirementId: string) => void
  onStale: () => void
}

const words: Record<DocumentStatus, string> = {
  missing: 'text-warning',
  none: '',
  present: '',
  reviewing: 'text-info',
  accepted: 'text-success',
  replace: 'text-warning',
}

/** A required document: its state and file, or what it takes. A file is sent when it is chosen or dropped here. */
export function DocumentRow({ item, labels, action, first, onBusy, onStored, onStale }: Props) {
  const { requirementId, name, validity } = item
  const input = useRef<HTMLInputElement>(null)
  const [stored, setStored] = useState<DocumentLine | null>(null)
  const { percent, error, setError, send, cancel } = useUpload({
    action: action ?? '',
    field: requirementId,
    lost: labels.lost,
    input,
    onBusy,
    onStored(line) {
      setStored(line)
      onStored(requirementId)
    },
    onStale() {
      setStored(null)
      onStale()
    },
  })
  const document = stored ?? item.document
  // A file that was just sent is new to the reviewer: the previous verdict is not about it.
  const status = stored ? 'present' : item.status
  const todo = status === 'missing' || status === 'replace'
  const id = `document-${requirementId}`
  const shown = error ?? (stored || percent !== null ? null : item.error)

  function drop(event: DragEvent) {
    event.preventDefault()
    const [file, ...more] = event.dataTransfer.files
    if (more.length > 0) setError(labels.oneFile)
    else if (file) send(file)
  }

  return (
    <ChecklistRow
      tone={todo ? 'todo' : document ? 'done' : 'open'}
      data-drop={action && todo ? id : undefined}
      onDrop={action ? drop : undefined}
      name={
        action ? (
          <label id={`name-${requirementId}`} htmlFor={id}>
            {name}
          </label>
        ) : (
          name
        )
      }
      act={
        action && (
          <>
            <input
              type="hidden"
              name={`${documentVersionField}${requirementId}`}
              value={document ? documentVersion(document.id, stored ? '' : validity?.value) : ''}
              autoComplete="off"
            />
            <FileAct
              {...{ id, item, labels, input }}
              look={document && !todo ? 'quiet' : first ? 'primary' : 'secondary'}
              described={shown ? `${id}-error` : undefined}
              busy={percent !== null}
              onChoose={send}
            />
          </>
        )
      }
    >
      {percent !== null ? (
        <Progress percent={percent} label={labels.uploading} cancel={labels.cancel} onCancel={cancel} />
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className={classNames('font-medium', words[status])}>{labels[status]}</span>
            {document ? <Stored document={document} earlier={stored ? null : item.earlier} /> : item.limits}
            {action && todo && (
              <span className="needs-script">
                <span className="hidden in-data-dropping:hidden pointer-fine:inline">{labels.drop}</span>
              </span>
            )}
          </p>
          {status === 'replace' && item.replaceText && (
            <p className="whitespace-pre-line text-ink text-sm">{item.replaceText}</p>
          )}
          {todo && <p>{item.help}</p>}
          {document?.duplicate && <p className="text-warning">{document.duplicate}</p>}
          {action && todo && (
            <span aria-hidden="true" className="hidden font-medium text-accent in-data-dropping:inline">
              {labels.dropAs.replace('{name}', name)}
            </span>
          )}
        </>
      )}
      {action && item.templateHref && (
        <a href={item.templateHref} className="inline-flex min-h-6 items-center gap-1 underline" download>
          <Download className="size-3.5" aria-hidden="true" />
          {labels.template}
        </a>
      )}
      <FieldError id={id} error={shown} />
      {validity && (action || validity.value) && (
        <ValidUntil {...{ requirementId, validity }} label={labels.validUntil} fixed={!action} />
      )}
      <span role="status" className="sr-only">
        {stored ? labels.uploaded : ''}
      </span>
    </ChecklistRow>
  )
}

type Options = {
  action: string
  field: string
  lost: string
  input: RefObject<HTMLInputElement | null>
  onBusy: (change: 1 | -1) => void
  onStored: (document: DocumentLine) => void
  /** The page shows another document than there is. */
  onStale: () => void
}

/** Uploads a field's files as soon as they are chosen, and empties the field, so the form doesn't send them again. */
function useUpload({ action, field, lost, input, ...given }: Options) {
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const callbacks = useRef(given)
  callbacks.current = given
  const sending = useRef<AbortController | null>(null)

  const send = useCallback(
    async (file: File) => {
      // One at a time; it may be chosen, and dropped, meanwhile.
      if (sending.current) return
      callbacks.current.onBusy(1)
      setError(null)
      setPercent(0)
      const form = new FormData(input.current?.form ?? undefined)
      sending.current = new AbortController()
      const { signal } = sending.current
      const response = await uploadFile({ action, field, file, lost, form, signal }, setPercent)
      if ('document' in response) callbacks.current.onStored(response.document)
      else if (!signal.aborted) {
        setError(response.error)
        if (response.stale) callbacks.current.onStale()
      }
      sending.current = null
      setPercent(null)
      if (input.current) input.current.value = ''
      callbacks.current.onBusy(-1)
    },
    [action, field, lost, input],
  )

  // A file chosen before the script was loaded; where React repeats the change too, the first of both sends it.
  useEffect(() => {
    const early = input.current?.files?.[0]
    if (early) send(early)
  }, [send, input])

  return { percent, error, setError, send, cancel: () => sending.current?.abort() }
}

type ProgressProps = { percent: number; label: string; cancel: string; onCancel: () => void }

function Progress({ percent, label, cancel, onCancel }: ProgressProps) {
  return (
    <p className="flex items-center gap-3">
      <progress
        aria-label={label}
        value={percent}
        max={100}
        className="h-1.5 min-w-16 max-w-60 flex-1 appearance-none overflow-hidden rounded-full border-0 bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent"
      />
      <span className="whitespace-nowrap tabular-nums">{percent} %</span>
      <button type="button" onClick={onCancel} className="min-h-6 cursor-pointer underline">
        {cancel}
      </button>
    </p>
  )
}

type ValidUntilProps = {
  requirementId: string
  validity: NonNullable<DocumentItem['validity']>
  label: string
  fixed: boolean
}

function ValidUntil({ requirementId, validity, label, fixed }: ValidUntilProps) {
  const { value, shown, days, left, share, error } = validity
  const id = `valid-until-${requirementId}`
  const urgency = days <= 7 ? 'text-danger' : days < 60 ? 'text-warning' : 'text-muted'
  if (fixed)
    return (
      <p className="flex flex-wrap items-center gap-x-2.5">
        <span>
          {label} <time dateTime={value}>{shown}</time>
        </span>
        <svg aria-hidden="true" className={`h-1 w-18 rounded-full bg-line ${urgency}`}>
          <rect width={`${100 * share}%`} height="100%" className="fill-current" />
        </svg>
        <span className={classNames('font-medium', urgency)}>{left}</span>
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        data-draft=""
        name={`${validityField}${requirementId}`}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(`name-${requirementId}`, error && `${id}-error`)}
        className={classNames(controlLook(error), 'min-h-9! w-auto! py-1! text-sm!')}
      />
      <FieldError id={id} error={error} />
    </div>
  )
}

function Stored({ document, earlier }: { document: DocumentLine; earlier: string | null }) {
  return (
    <>
      <a href={document.href} download className="inline-block min-h-6 text-ink text-sm underline">
        {document.name}
      </a>
      <span>
        {document.about}
        {earlier && ` · ${earlier}`}
      </span>
    </>
  )
}

type FileLabels = Record<'choose' | 'change' | 'photo', string>

type FileActProps = {
  id: string
  item: { requirementId: string; name: string; accept: string; document: unknown }
  labels: FileLabels
  look: ButtonLook['variant']
  /** The id of its error. */
  described: string | undefined
  busy: boolean
  input: RefObject<HTMLInputElement | null>
  onChoose: (file: File) => void
}

/** A file field that looks like a button, named by its document; without a script, as the browser draws it. */
function FileAct({ id, item, labels, look, described, busy, input, onChoose }: FileActProps) {
  const { requirementId, name, accept } = item
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        ref={input}
        id={id}
        type="file"
        name={requirementId}
        accept={accept}
        disabled={busy}
        aria-labelledby={`name-${requirementId}`}
        aria-invalid={described ? true : undefined}
        aria-describedby={described}
        onChange={({ target }) => target.files?.[0] && onChoose(target.files[0])}
        className={classNames(fileLook, 'peer sr-only noscript:not-sr-only')}
      />
      <label
        htmlFor={id}
        className={classNames(
          buttonLook({ variant: look, size: 'small' }),
          look === 'quiet' && '-mr-2.5',
          'needs-script cursor-pointer outline-2 outline-transparent outline-offset-2 peer-focus-visible:outline-accent',
          busy && 'invisible',
        )}
      >
        {look !== 'quiet' && <Upload aria-hidden="true" />}
        {labels[item.document ? 'change' : 'choose']}
      </label>
      {accept.includes('image/jpeg') && (
        <span className="needs-script not-pointer-coarse:hidden">
          <Button
            variant="secondary"
            size="small"
            disabled={busy}
            onClick={() => input.current && takePhoto(input.current)}
          >
            <Camera aria-hidden="true" />
            {labels.photo}
            <span className="sr-only">{name}</span>
          </Button>
        </span>
      )}
    </div>
  )
}

/** Opens the camera through the same field, then resets it: newer phones don't offer it next to their files. */
function takePhoto(input: HTMLInputElement) {
  const { accept } = input
  const restore = () => {
    input.removeAttribute('capture')
    input.accept = accept
  }
  for (const end of ['change', 'cancel']) input.addEventListener(end, restore, { once: true })
  input.setAttribute('capture', 'environment')
  input.accept = 'image/jpeg'
  input.click()
}
