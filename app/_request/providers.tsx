import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { findCurrentDeveloper } from '@/app/_request/session'
import { beginPasskey } from '@/app/(auth)/confirm/actions'
import { FormDraftNotice } from '@/components/form-draft-notice'
import { CopyTexts } from '@/components/ui/copy-button'
import { FormTextsContext } from '@/components/ui/form-state'

/** What the parts of every page need around them, kept from one page to the next: the layout of each area. */
export async function Providers({ children }: { children: ReactNode }) {
  const copy = await getTranslations('common.copy')
  return (
    <CopyTexts copy={copy('copy')} copied={copy('copied')} failed={copy('failed')}>
      <FormTextsContext value={{ texts: await listTexts() }}>{children}</FormTextsContext>
    </CopyTexts>
  )
}

/** What the forms of one page need around them: not kept, as another page may have been rendered for someone else. */
export async function Forms({ children }: { children: ReactNode }) {
  const unsent = await getTranslations('common.unsent')
  const person = (await findCurrentDeveloper())?.id
  return (
    <FormTextsContext value={{ begin: beginPasskey, person, texts: await listTexts() }}>
      <FormDraftNotice
        person={person}
        texts={{ ended: unsent('ended'), signedIn: unsent('signedIn'), kept: unsent.raw('kept') as string }}
      />
      {children}
    </FormTextsContext>
  )
}

/** What a form says of a response that did not come; those of the header are outside of {@link Forms}. */
async function listTexts() {
  const t = await getTranslations('common.lost')
  return {
    network_error: t('unreached'),
    unexpected_response: t('intercepted'),
    kept: t('kept'),
    safe: t('safe'),
    again: t('again'),
  }
}
