import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { ApplicationPageLayout } from '../page-layout'

type Props = Pick<
  ComponentProps<typeof ApplicationPageLayout>,
  'application' | 'title' | 'lead' | 'actions' | 'children'
>

/** The frame of an application's test account pages; those below the list have their own title. */
export async function TestAccountsPageLayout({ title, ...props }: Props) {
  const t = await getTranslations('sandbox')
  const list = { href: `/applications/${props.application.id}/accounts`, label: t('title') }
  return (
    <ApplicationPageLayout
      {...props}
      current="accounts"
      title={title ?? t('title')}
      above={title ? list : undefined}
    />
  )
}
