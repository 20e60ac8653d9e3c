import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { ApplicationFrame } from '../frame'

type Props = Pick<
  ComponentProps<typeof ApplicationFrame>,
  'application' | 'title' | 'lead' | 'actions' | 'children'
>

/** The frame of an application's test account pages; those below the list have their own title. */
export async function AccountsFrame({ title, ...props }: Props) {
  const t = await getTranslations('sandbox')
  const list = { href: `/applications/${props.application.id}/accounts`, label: t('title') }
  return (
    <ApplicationFrame
      {...props}
      current="accounts"
      title={title ?? t('title')}
      above={title ? list : undefined}
    />
  )
}
