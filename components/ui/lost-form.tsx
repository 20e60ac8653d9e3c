'use client'

import { unstable_isUnrecognizedActionError as isStaleForm } from 'next/navigation'
import { use, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { FormFrame, type FormState } from '@/components/ui/form-state'
import { dropSent, keepForm } from '@/components/ui/kept-form'
import { Notice } from '@/components/ui/notice'
import { digestOf, portalSays } from '@/components/unavailable'

export type Lost = NonNullable<FormState['lost']>

/**
 * Calls a server action. What does not reach the portal, or is answered by something else, is a result too: the form is
 * to stay as it was. Whatever the portal itself throws is thrown.
 * @param kept fields to fill in again if the session has ended
 */
export async function callAction<T>(
  work: () => Promise<T>,
  person: string | undefined,
  kept: [string, string][],
): Promise<T | Lost> {
  try {
    return await work()
  } catch (error) {
    const digest = digestOf(error)
    if (digest?.startsWith('NEXT_REDIRECT') && /[?&]unsent=1/.test(digest)) keepForm(person, kept)
    else if (digest?.startsWith('NEXT_REDIRECT')) dropSent(person)
    const { message, name } = error as Error
    if (digest || isStaleForm(error)) throw error
    if (message.startsWith(portalSays)) return { says: message.slice(portalSays.length) }
    return error instanceof TypeError || name === 'ChunkLoadError' ? 'unreached' : 'intercepted'
  }
}

/** Whether that is what came of a call whose results are texts too. */
export function isLost(result: unknown): result is Lost {
  return result === 'unreached' || result === 'intercepted' || isSaid(result)
}

export function describeLost(lost: Lost, texts: Record<'unreached' | 'intercepted', string>): string {
  return isSaid(lost) ? lost.says : texts[lost]
}

function isSaid(result: unknown): result is { says: string } {
  return typeof result === 'object' && result !== null && 'says' in result
}

type NoticeProps = {
  lost: Lost
  again: () => void
  /** Whether the form has a key, by which it does once what it does. */
  safe?: boolean
}

/** In place of the button that was pressed: what happened, and a button that sends the form as it is now. */
export function LostNotice({ lost, again, safe = false }: NoticeProps) {
  const { texts } = use(FormFrame)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Notice tone="warning" role="alert" title={describeLost(lost, texts)}>
      {!isSaid(lost) && <p>{texts[safe ? 'safe' : 'kept']}</p>}
      <div>
        <Button ref={button} onClick={again}>
          {texts.again}
        </Button>
      </div>
    </Notice>
  )
}
