import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { makeFirstCall } from '@/app/_console/actions'
import { FormProvider } from '@/components/ui/form-provider'
import { FormProblem } from '@/components/ui/form-state'
import { OuterForm, OuterFormProvider } from '@/components/ui/outer-form'
import { TextLink } from '@/components/ui/text-link'
import type { Environment } from '@/generated/prisma/enums'
import { Output } from './output'

/** The stage of the first call: its button and its output are within, apart from each other. */
export function RunFirstCall({ applicationId, children }: { applicationId: string; children: ReactNode }) {
  return (
    <FormProvider action={makeFirstCall.bind(null, applicationId)}>
      <OuterFormProvider>{children}</OuterFormProvider>
    </FormProvider>
  )
}

/** What came back, or with `empty` what will. */
export async function FirstCallOutput({ empty }: { empty?: ReactNode }) {
  const t = await getTranslations('applications.firstCall')
  const console = await getTranslations('applications.try')
  return (
    <OuterForm>
      <div className="grid min-w-0 content-start gap-3 empty:hidden">
        <FormProblem />
        <Output
          texts={{
            title: t('output'),
            empty,
            explain: console.raw('explain') as string,
            requestId: console('requestId'),
          }}
        />
      </div>
    </OuterForm>
  )
}

type AboutProps = { applicationId: string; environment: Environment; worked: boolean }

/** What the button does until it was pressed, and where other calls are made. */
export async function AboutRunning({ applicationId, environment, worked }: AboutProps) {
  const t = await getTranslations('applications.firstCall')
  return (
    <p className="text-muted text-xs">
      {!worked && t(environment === 'sandbox' ? 'runLead' : 'runLeadProduction')}{' '}
      <TextLink href={`/applications/${applicationId}/try`}>{t('more')}</TextLink>
    </p>
  )
}
