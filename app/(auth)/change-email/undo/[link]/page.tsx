import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { MainButton } from '@/app/(auth)/main-button'
import { NarrowPage } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import { findUndo } from '@/lib/identity/email-undo'
import { undoOwnEmailChange } from './actions'

// The URL of this page restores an address: it must not leak as a referrer.
export const generateMetadata = pageMetadata('accounts.undoEmail', 'title', { referrer: 'strict-origin' })

/** Opened from the e-mail to the previous address. Opening it changes nothing, as mail scanners open every link. */
export default async function UndoEmailChangePage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params
  const t = await getTranslations('accounts')
  const found = await findUndo(link)
  if (!found)
    return (
      <NarrowPage title={t('link.unknown')}>
        <p>{t('undoEmail.dead')}</p>
        <TextLink href="/">{t('undoEmail.home')}</TextLink>
      </NarrowPage>
    )
  const { email, changedTo } = found
  const lead = changedTo ? t('undoEmail.changed', { email, changedTo }) : t('undoEmail.pending', { email })
  return (
    <NarrowPage title={t('undoEmail.title')} lead={lead}>
      <MainButton action={undoOwnEmailChange.bind(null, link)} button={t('undoEmail.button')} />
    </NarrowPage>
  )
}
