import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { withReturn } from '@/app/_request/return-path'
import { findCurrentDeveloper } from '@/app/_request/session'
import { callFromReference } from '@/app/docs/reference/actions'
import { RunOutcome } from '@/app/docs/reference/run-outcome'
import { isRunnable } from '@/app/docs/reference/runnable'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { listRunnable } from '@/lib/applications/queries'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { groupPath } from '../../../content/api-reference'
import { requirePage } from '../../../content/read-docs'
import { DocsPageView, metadataOf } from '../../../view/page-view'

type Props = { params: Promise<{ group: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return metadataOf((await requirePage(groupPath((await params).group))).page)
}

/** The endpoints of one group, each with a form that calls it for signed-in developers. */
export default async function GroupPage({ params }: Props) {
  const found = await requirePage(groupPath((await params).group))
  const developer = await findCurrentDeveloper()
  const applications = developer && (await listRunnable(developer.id))
  return (
    <DocsPageView
      {...found}
      run={(operation) => (
        <RunForm operation={operation} path={found.page.path} applications={applications} />
      )}
    />
  )
}

type RunFormProps = {
  operation: string
  /** The page, to come back to. */
  path: string
  /** Those that can make calls; null for a stranger. */
  applications: { id: string; name: string }[] | null
}

/** "Run in Sandbox": a form that makes the call with one of the developer's applications and shows its response. */
function RunForm({ operation, path, applications }: RunFormProps) {
  const t = useTranslations('docs.run')
  if (!isRunnable(operation)) return null
  if (!applications || applications.length === 0)
    return (
      <p className="no-print text-sm">
        {applications ? (
          <TextLink href="/applications/new">{t('create')}</TextLink>
        ) : (
          <TextLink href={withReturn('/sign-in', `${path}#${operation}`)}>{t('signIn')}</TextLink>
        )}
      </p>
    )
  return (
    <div className="no-print rounded-xl border border-line bg-surface p-4">
      <FormProvider action={callFromReference.bind(null, operation)}>
        <ActionForm summary={false} className="gap-4">
          <Select
            id={`${operation}-application`}
            name="application"
            label={t('application')}
            options={applications.map(({ id, name }) => ({ value: id, label: name }))}
          />
          {operation === 'readAccount' && (
            <TextInput
              id={`${operation}-msisdn`}
              name="msisdn"
              label="msisdn"
              type="tel"
              inputMode="tel"
              autoComplete="off"
              mono
              defaultValue={firstCallMsisdn}
            />
          )}
          <FormEnd>{t('button')}</FormEnd>
          <RunOutcome texts={{ response: t('response'), requestId: t('requestId') }} />
        </ActionForm>
      </FormProvider>
    </div>
  )
}
