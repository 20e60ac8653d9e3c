import { getTranslations } from 'next-intl/server'
import { listCommands } from '@/app/_commands/commands'
import { HomeShell } from '@/app/_request/home-shell'
import { chooseLocale, chooseTheme } from '@/app/_request/locale'
import { pageMetadata } from '@/app/_request/page-metadata'
import { signOut } from '@/app/_request/sign-out'
import { listMatches } from '@/components/command-menu/commands'
import { ActionForm } from '@/components/ui/action-form'
import { FormProvider } from '@/components/ui/form-provider'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { searchCommands } from './actions'
import { Results } from './results'

export const generateMetadata = pageMetadata('common.commands', 'search', { robots: { index: false } })

/** The command menu as a page, which needs no script: a form that posts, and its results as links and buttons. */
export default async function SearchPage() {
  const t = await getTranslations('common.commands')
  const main = listMatches(await listCommands(), [], '')
  return (
    <HomeShell title={t('search')}>
      <FormProvider action={searchCommands}>
        <ActionForm summary={false} className="max-w-180">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1.5 *:first:row-span-3 *:first:grid-rows-subgrid">
            <TextInput
              name="query"
              label={t('text')}
              placeholder={t('placeholder')}
              className="text-ellipsis"
              autoComplete="off"
              spellCheck={false}
              autoFocus
            />
            <SubmitButton className="col-start-2 row-start-2">{t('search')}</SubmitButton>
          </div>
        </ActionForm>
        <Results
          main={main}
          empty={t('empty')}
          actions={{ signOut, theme: chooseTheme, locale: chooseLocale }}
        />
      </FormProvider>
    </HomeShell>
  )
}
