import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PressForm } from '@/components/ui/action-form'
import { Expiring } from '@/components/ui/expiring'
import type { FormAction } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'

type Props = {
  title: string
  /** `secondsToUndo` of when it takes effect. */
  seconds: number
  /** Takes it back, and refuses once that time is over. */
  undo: FormAction
  children?: ReactNode
}

/** Says what was done, with "Undo" for as long as it can be undone; then the page shows what has become of it. */
export function Undo({ title, seconds, undo, children }: Props) {
  const t = useTranslations('common')
  if (seconds <= 0) return null
  return (
    <Expiring seconds={seconds}>
      <Notice tone="success" role="status" title={title}>
        {children}
        <PressForm action={undo} button={t('undo')} size="small" />
      </Notice>
    </Expiring>
  )
}
