import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { beginPasskey } from '@/app/(auth)/confirm/actions'
import { CopyTexts } from '@/components/ui/copy-button'
import { ConfirmContext } from '@/components/ui/form-state'

/** What the parts of every page need around them, kept from one page to the next: the layout of each area. */
export async function Providers({ children }: { children: ReactNode }) {
  const copy = await getTranslations('common.copy')
  return (
    <CopyTexts copy={copy('copy')} copied={copy('copied')}>
      <ConfirmContext value={beginPasskey}>{children}</ConfirmContext>
    </CopyTexts>
  )
}
