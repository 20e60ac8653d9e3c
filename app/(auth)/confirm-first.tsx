import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type CurrentDeveloper, isConfirmed } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

type Props = {
  developer: CurrentDeveloper
  /** The page to come back to. */
  path: string
  children?: ReactNode
}

/**
 * The forms, once it is confirmed who sits there; the way to do so before that. The actions ask again: this only
 * spares somebody from typing what a confirmation on the way would lose.
 */
export async function ConfirmFirst({ developer, path, children }: Props) {
  if (isConfirmed(developer)) return children
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
