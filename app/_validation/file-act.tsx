'use client'

import { Camera, Upload } from 'lucide-react'
import type { RefObject } from 'react'
import { classNames } from '@/components/class-names'
import { Button } from '@/components/ui/button'
import { buttonLook, type Look } from '@/components/ui/button-look'
import { fileLook } from '@/components/ui/field'

export type FileLabels = Record<'choose' | 'change' | 'photo', string>

type Props = {
  id: string
  item: { requirementId: string; name: string; accept: string; document: unknown }
  labels: FileLabels
  look: Look['variant']
  /** The id of its error. */
  described: string | undefined
  busy: boolean
  input: RefObject<HTMLInputElement | null>
  onChoose: (file: File) => void
}

/** A file field that looks like a button, named by its document; without a script, as the browser draws it. */
export function FileAct({ id, item, labels, look, described, busy, input, onChoose }: Props) {
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
          'needs-script cursor-pointer outline-2 outline-transparent outline-offset-2 peer-focus-visible:outline-accent',
          busy && 'invisible',
        )}
      >
        {look !== 'quiet' && <Upload aria-hidden="true" />}
        {labels[item.document ? 'change' : 'choose']}
      </label>
      {accept.includes('image/jpeg') && (
        <span className="needs-script">
          <span className="hidden pointer-coarse:inline">
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
