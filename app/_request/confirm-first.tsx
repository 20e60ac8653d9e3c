import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type CurrentDeveloper, isConfirmed } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

type Props = {
  developer: CurrentDeveloper
  /** The page to return to. */
  path: string
  children?: ReactNode
}

/**
 * Shows the forms once identity is confirmed, and the link to confirm it before that. The actions check again: this
 * only saves people from typing what the confirmation would make them lose.
 */
export async function ConfirmFirst({ developer, path, children }: Props) {
  if (isConfirmed(developer)) return <>{children}</>
  const t = await getTranslations('accounts.confirmFirst')
  return (
    <Notice tone="info" title={t('title')}>
      <p>{t('body')}</p>
      <div>
        <ButtonLink href={withQuery('/confirm', { next: path })} variant="secondary" size="small">
          {t('button')}
        </ButtonLink>
      </div>
    </Notice>
  )
}
