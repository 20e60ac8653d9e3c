import { getTranslations } from 'next-intl/server'
import { HomeShell } from '@/app/_request/home-shell'
import { chooseLocale, chooseTheme } from '@/app/_request/locale'
import { pageMetadata } from '@/app/_request/page-metadata'
import { signOut } from '@/app/_request/sign-out'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { TextInput } from '@/components/ui/text-input'
import { searchCommands } from './actions'
import { Results } from './results'

export const generateMetadata = pageMetadata('common.commands', 'search', { robots: { index: false } })

/** The command menu as a page, which needs no script: a form that posts, and its results as links and buttons. */
export default async function SearchPage() {
  const t = await getTranslations('common.commands')
  return (
    <HomeShell title={t('search')} lead={t('lead')}>
      <FormProvider action={searchCommands}>
        <div className="grid gap-8">
          <ActionForm>
            <TextInput name="query" label={t('text')} autoComplete="off" spellCheck={false} autoFocus />
            <FormEnd>{t('search')}</FormEnd>
          </ActionForm>
          <Results empty={t('empty')} actions={{ signOut, theme: chooseTheme, locale: chooseLocale }} />
        </div>
      </FormProvider>
    </HomeShell>
  )
}
