'use client'

import { use } from 'react'
import { useOutcomeFocus } from '@/components/remove-query-params'
import { CodeBlock } from '@/components/ui/code-block'
import { DownloadLink } from '@/components/ui/download-link'
import { FormContext } from '@/components/ui/form-state'

type Props = {
  title: string
  downloadLabel: string
  /** The text above the codes in the file. */
  heading: string
}

/**
 * The codes themselves, which the browser alone has: the file to download is made of the page, also without
 * JavaScript.
 */
export function NewCodes({ title, downloadLabel, heading }: Props) {
  useOutcomeFocus()
  const codes = (use(FormContext).state.value as string[]).join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${heading}\n\n${codes}\n`)}`
  return (
    <>
      <CodeBlock title={title} code={codes} />
      <div>
        <DownloadLink href={file} download="recovery-codes.txt">
          {downloadLabel}
        </DownloadLink>
      </div>
    </>
  )
}
