import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { makeFirstCall } from '@/app/_console/actions'
import { FormStage } from '@/components/ui/form-stage'
import { FormProblem } from '@/components/ui/form-state'
import { InKeptStage, KeepStage } from '@/components/ui/kept-stage'
import { TextLink } from '@/components/ui/text-link'
import type { Environment } from '@/generated/prisma/enums'
import { Output } from './output'

/** The stage of the first call: its button and its output are within, apart from each other. */
export function RunFirstCall({ applicationId, children }: { applicationId: string; children: ReactNode }) {
  return (
    <FormStage action={makeFirstCall.bind(null, applicationId)}>
      <KeepStage>{children}</KeepStage>
    </FormStage>
  )
}

/** What came back, or with `empty` what will. */
export async function FirstCallOutput({ empty }: { empty?: string }) {
  const t = await getTranslations('applications.firstCall')
  const console = await getTranslations('applications.try')
  return (
    <InKeptStage>
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
    </InKeptStage>
  )
}

/** What the button does, and where other calls are made. */
export async function AboutRunning({
  applicationId,
  environment,
}: {
  applicationId: string
  environment: Environment
}) {
  const t = await getTranslations('applications.firstCall')
  return (
    <p className="text-muted text-xs">
      {t(environment === 'sandbox' ? 'runLead' : 'runLeadProduction')}{' '}
      <TextLink href={`/applications/${applicationId}/try`}>{t('more')}</TextLink>
    </p>
  )
}
