'use client'

import { use } from 'react'
import { FormEnd } from '@/components/ui/form-end'
import { FormContext } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'
import { Textarea } from '@/components/ui/textarea'

/** The effect of a list, in sentences; `previewed` is the canonical list, which alone can then be saved. */
export type PreviewedList = { previewed: string; sentences: string[]; review: boolean }

type Props = { texts: { title: string; reason: string; reasonHint: string; save: string; request: string } }

/** The result of a preview and the button to go on with it; nothing before. */
export function RequestOutcome({ texts }: Props) {
  const outcome = use(FormContext).state.value as PreviewedList | undefined
  if (!outcome) return null
  return (
    <Notice title={texts.title} role="status">
      {outcome.sentences.map((sentence) => (
        <p key={sentence} className="[overflow-wrap:anywhere]">
          {sentence}
        </p>
      ))}
      <input type="hidden" name="previewed" value={outcome.previewed} />
      {outcome.review && (
        <Textarea name="reason" label={texts.reason} hint={texts.reasonHint} rows={3} maxLength={500} />
      )}
      <FormEnd name="intent" value="save">
        {outcome.review ? texts.request : texts.save}
      </FormEnd>
    </Notice>
  )
}
