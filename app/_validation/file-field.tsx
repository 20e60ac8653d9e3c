'use client'

import { Camera, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { classNames } from '@/components/class-names'
import { Button } from '@/components/ui/button'
import { FieldError, fileLook } from '@/components/ui/field'
import type { DocumentLine } from './upload'
import { useUpload } from './use-upload'

export type UploadLabels = Record<'uploading' | 'uploaded' | 'drop' | 'photo' | 'lost' | 'oneFile', string>

type Props = {
  item: { requirementId: string; name: string; accept: string; error: string | null }
  labels: UploadLabels
  /** The upload URL. */
  action: string
  onBusy: (change: 1 | -1) => void
  onStored: (document: DocumentLine) => void
  onStale: () => void
}

/** Sends a file as soon as it is chosen, dropped or photographed; without a script it is a plain file field. */
export function FileField({ item, labels, action, onBusy, onStored, onStale }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [announced, setAnnounced] = useState('')
  const { percent, error, setError, send } = useUpload({
    action,
    field: item.requirementId,
    lost: labels.lost,
    input,
    onBusy,
    onStale,
    onStored(line) {
      setAnnounced(labels.uploaded)
      onStored(line)
    },
  })
  const id = `document-${item.requirementId}`
  const shown = error ?? (announced || percent !== null ? null : item.error)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file, ...more] = event.dataTransfer.files
    if (more.length > 0) setError(labels.oneFile)
    else if (file && percent === null) send(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; the field inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'grid gap-2 rounded-xl border border-dashed p-3 transition-colors',
        over ? 'border-info bg-info-soft' : shown ? 'border-danger' : 'border-line-strong',
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Upload className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <input
          ref={input}
          id={id}
          type="file"
          name={item.requirementId}
          accept={item.accept}
          disabled={percent !== null}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? `${id}-error` : undefined}
          onChange={({ target }) => target.files?.[0] && send(target.files[0])}
          className={classNames(fileLook, 'flex-1')}
        />
        <span className="needs-script">
          <span className="hidden text-muted text-xs pointer-fine:inline">{labels.drop}</span>
        </span>
        {item.accept.includes('image/jpeg') && (
          <span className="needs-script">
            <span className="hidden pointer-coarse:inline">
              <Button
                variant="secondary"
                size="small"
                disabled={percent !== null}
                onClick={() => input.current && takePhoto(input.current)}
              >
                <Camera aria-hidden="true" />
                {labels.photo}
                <span className="sr-only">{item.name}</span>
              </Button>
            </span>
          </span>
        )}
      </div>
      {percent !== null && (
        <div className="flex items-center gap-3">
          <progress
            aria-label={labels.uploading}
            value={percent}
            max={100}
            className="h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent"
          />
          <span className="whitespace-nowrap text-muted text-xs tabular-nums">{percent} %</span>
        </div>
      )}
      <FieldError id={id} error={shown} />
      <span role="status" className="sr-only">
        {announced}
      </span>
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
