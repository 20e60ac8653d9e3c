import { Play } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { run } from '@/app/_console/actions'
import { outcomesOf } from '@/app/_request/confirmed'
import { requireDeveloper } from '@/app/_request/session'
import { ActionForm } from '@/components/ui/action-form'
import { FormProblem, FormStage } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import type { Environment } from '@/generated/prisma/enums'
import { Output } from './output'

type Props = { applicationId: string; environment: Environment }

/** Makes the call of the snippets for real, as the console does, and shows what came back. */
export async function RunFirstCall({ applicationId, environment }: Props) {
  const t = await getTranslations('applications.firstCall')
  const outcome = await outcomesOf(await requireDeveloper())
  const console = await getTranslations('applications.try')
  return (
    <FormStage action={run.bind(null, applicationId)} outcome={outcome('console.run', applicationId)}>
      <div className="grid min-w-0 gap-3">
        <ActionForm summary={false} className="max-w-none">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <SubmitButton className="[&>span]:inline-flex [&>span]:items-center [&>span]:gap-2">
              <Play aria-hidden="true" />
              {t('runButton')}
            </SubmitButton>
            <p className="min-w-0 flex-1 basis-64 text-muted text-sm">
              {t(environment === 'sandbox' ? 'runLead' : 'runLeadProduction')}{' '}
              <TextLink href={`/applications/${applicationId}/try`}>{t('more')}</TextLink>
            </p>
          </div>
          <FormProblem id="run" />
        </ActionForm>
        <Output
          texts={{
            title: t('output'),
            empty: t('outputEmpty'),
            explain: console.raw('explain') as string,
            requestId: console('requestId'),
          }}
        />
      </div>
    </FormStage>
  )
}
