'use client'

import { unstable_isUnrecognizedActionError as isStaleForm } from 'next/navigation'
import { use, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { discardSentDraft, saveFormDraft } from '@/components/ui/form-draft'
import { type FormState, FormTextsContext } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'
import { errorDigestOf, portalSays } from '@/components/unavailable'

export type SubmitFailure = NonNullable<FormState['failure']>

/**
 * Calls a server action. What does not reach the portal, or is answered by something else, is a result too: the form is
 * to stay as it was. Whatever the portal itself throws is thrown.
 * @param kept fields to fill in again if the session has ended
 */
export async function callAction<T>(
  work: () => Promise<T>,
  person: string | undefined,
  kept: [string, string][],
): Promise<T | SubmitFailure> {
  try {
    return await work()
  } catch (error) {
    const digest = errorDigestOf(error)
    if (digest?.startsWith('NEXT_REDIRECT') && /[?&]unsent=1/.test(digest)) saveFormDraft(person, kept)
    else if (digest?.startsWith('NEXT_REDIRECT')) discardSentDraft(person)
    const { message, name } = error as Error
    if (digest || isStaleForm(error)) throw error
    if (message.startsWith(portalSays)) return { message: message.slice(portalSays.length) }
    return error instanceof TypeError || name === 'ChunkLoadError' ? 'network_error' : 'unexpected_response'
  }
}

/** Type guard: an action may return a string of its own. */
export function isSubmitFailure(result: unknown): result is SubmitFailure {
  return result === 'network_error' || result === 'unexpected_response' || isMessage(result)
}

export function describeSubmitFailure(
  failure: SubmitFailure,
  texts: Record<'network_error' | 'unexpected_response', string>,
): string {
  return isMessage(failure) ? failure.message : texts[failure]
}

function isMessage(result: unknown): result is { message: string } {
  return typeof result === 'object' && result !== null && 'message' in result
}

type NoticeProps = {
  failure: SubmitFailure
  again: () => void
  /** Whether the form has a key, by which it does once what it does. */
  safe?: boolean
}

/** In place of the button that was pressed: what happened, and a button that sends the form as it is now. */
export function SubmitFailureNotice({ failure, again, safe = false }: NoticeProps) {
  const { texts } = use(FormTextsContext)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Notice tone="warning" role="alert" title={describeSubmitFailure(failure, texts)}>
      {!isMessage(failure) && <p>{texts[safe ? 'safe' : 'kept']}</p>}
      <div>
        <Button ref={button} onClick={again}>
          {texts.again}
        </Button>
      </div>
    </Notice>
  )
}
