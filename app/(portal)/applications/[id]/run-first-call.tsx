import { Play } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { makeFirstCall } from '@/app/_console/actions'
import { ActionForm } from '@/components/ui/action-form'
import { FormStage } from '@/components/ui/form-stage'
import { FormProblem } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import type { Environment } from '@/generated/prisma/enums'
import { Output } from './output'

type Props = { applicationId: string; environment: Environment; folded: boolean }

/** Next to the heading, or below the snippets once those are unfolded. */
const place =
  'col-start-2 row-start-1 self-start group-has-[details[open]]/call:col-start-1 group-has-[details[open]]/call:row-start-2 group-has-[details[open]]/call:justify-self-start'

/** Makes the call of the snippets for real, as the console does, and shows what came back. */
export async function RunFirstCall({ applicationId, environment, folded }: Props) {
  const t = await getTranslations('applications.firstCall')
  const console = await getTranslations('applications.try')
  return (
    <FormStage action={makeFirstCall.bind(null, applicationId)}>
      <ActionForm summary={false} className="contents!">
        <SubmitButton
          variant={folded ? 'secondary' : 'primary'}
          className={`${place} [&>span]:inline-flex [&>span]:items-center [&>span]:gap-2`}
        >
          <Play aria-hidden="true" />
          {t('runButton')}
        </SubmitButton>
        <p className="col-span-2 text-muted text-sm">
          {t(environment === 'sandbox' ? 'runLead' : 'runLeadProduction')}{' '}
          <TextLink href={`/applications/${applicationId}/try`}>{t('more')}</TextLink>
        </p>
        <FormProblem id="run" />
      </ActionForm>
      <div className="col-span-2 min-w-0 empty:hidden">
        <Output
          texts={{
            title: t('output'),
            empty: folded ? undefined : t('outputEmpty'),
            explain: console.raw('explain') as string,
            requestId: console('requestId'),
          }}
        />
      </div>
    </FormStage>
  )
}
