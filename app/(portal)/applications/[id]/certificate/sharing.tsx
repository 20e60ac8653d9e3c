import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { PressForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { FormProvider } from '@/components/ui/form-provider'
import { FormOutcome, FormText } from '@/components/ui/form-state'
import { endLink, shareLink } from './actions'

type Props = {
  id: string
  linkedAt: Date | null
  /** Whether there is a certificate now: a link may be older. */
  possible: boolean
  /** Beside the button that makes a link. */
  children?: ReactNode
}

/** Makes the link to a certificate, or ends it. For owners. */
export async function Sharing({ id, linkedAt, possible, children }: Props) {
  const t = await getTranslations('applications.certificate')
  return (
    <div className="grid gap-4">
      <FormProvider action={shareLink.bind(null, id)}>
        <p className="max-w-prose text-muted text-sm">{t('lead')}</p>
        <FormOutcome>
          <p role="status" className="grid gap-1">
            {t('once')}
            <code className="select-all text-sm [overflow-wrap:anywhere]">
              <FormText />
            </code>
          </p>
        </FormOutcome>
        {linkedAt && (
          <p className="text-sm">
            {t('linked')} <DateTime at={linkedAt} />
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {possible && (
            <PressForm
              button={t(linkedAt ? 'replace' : 'make')}
              variant={linkedAt ? 'secondary' : 'primary'}
              shown={<ExpectedVersion of={linkedAt} />}
            />
          )}
          {children}
        </div>
      </FormProvider>
      {linkedAt && (
        <PressForm
          action={endLink.bind(null, id)}
          button={t('end')}
          shown={<ExpectedVersion of={linkedAt} />}
        />
      )}
    </div>
  )
}
