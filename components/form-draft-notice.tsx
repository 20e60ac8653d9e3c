'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { discardFormDraft, loadFormDraft } from '@/components/ui/form-draft'
import { Notice } from '@/components/ui/notice'

type Props = {
  /** The id of who is signed in. */
  person?: string
  /** `kept` has `{title}`, for the browser to fill in. */
  texts: Record<'ended' | 'signedIn' | 'kept', string>
}

/** Pages on the way to sign in again, on which a form waits. */
const onTheWay =
  /^\/(sign-in|signed-in|two-factor|terms|approval|confirm|oidc|forgot-password|reset-password)(\/|$)/

/**
 * Says that a form was not received, and which one comes back filled, but nothing of its text: others may see the
 * screen. Erases it once someone else is signed in, or no one is.
 */
export function FormDraftNotice({ person, texts }: Props) {
  const unsent = useSearchParams().has('unsent')
  const pathname = usePathname()
  const [title, setTitle] = useState<string>()
  useEffect(() => {
    const kept = loadFormDraft()
    const stays = person ? kept?.person === person : onTheWay.test(pathname)
    if (kept && !stays) discardFormDraft()
    setTitle(kept && stays ? kept.title : undefined)
  }, [person, pathname])
  if (!unsent) return null
  return (
    <Notice role="status" title={person ? texts.signedIn : texts.ended} className="mx-auto mb-6 max-w-form">
      {title && <p className="[overflow-wrap:anywhere]">{texts.kept.replace('{title}', title)}</p>}
    </Notice>
  )
}
