import { ArrowUp, ChevronRight, CreditCard, ListChecks } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { applicationPath } from '@/components/application-pages'
import { withQuery } from '@/components/query'
import { Link } from '@/components/ui/link'
import { Refresh } from '@/components/ui/refresh'
import type { Application } from '@/generated/prisma/client'
import { Credentials } from './credentials'
import { FirstCall } from './first-call'
import { AboutRunning, FirstCallOutput } from './run-first-call'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'clientId' | 'clientAuthentication'>
  available: boolean
  /** Whether the secret may be shown to this reader. */
  owns: boolean
  /** Whether a call was made. */
  worked: boolean
  /** What tells that there were more calls. */
  watch: ComponentProps<typeof Refresh>['watch']
}

/** A new application: its credentials, a first call with its response next to it, and what comes next. */
export async function FirstRun({ worked, watch, ...parts }: Props) {
  const t = await getTranslations('applications.firstRun')
  const { id, environment } = parts.application
  return (
    <>
      <div className="-mb-2">
        <h2 className="text-xl">{t(worked ? 'worked' : 'ready')}</h2>
        <AboutRunning applicationId={id} environment={environment} />
      </div>
      <Credentials {...parts} />
      <div className="grid min-w-0 items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1.22fr)_minmax(0,1fr)]">
        <FirstCall {...parts} low={false} />
        <FirstCallOutput empty={t('slot')} />
      </div>
      {environment === 'sandbox' && <NextSteps applicationId={id} />}
      <Refresh seconds={3} watch={watch} />
    </>
  )
}

async function NextSteps({ applicationId }: { applicationId: string }) {
  const t = await getTranslations('applications.firstRun')
  const steps = [
    ['fail', CreditCard, applicationPath(applicationId, 'accounts')],
    ['rehearse', ListChecks, applicationPath(applicationId, 'rehearsal')],
    ['live', ArrowUp, withQuery('/applications/new', { from: applicationId })],
  ] as const
  return (
    <ul className="no-print grid divide-line border-line border-y max-md:divide-y md:grid-cols-3 md:divide-x">
      {steps.map(([step, Icon, href], index) => (
        <li key={step}>
          <Link href={href} className="flex items-start gap-3 px-5 py-3 text-sm hover:bg-raised/60">
            <Icon
              aria-hidden="true"
              className={`mt-0.5 size-4 ${index === 0 ? 'text-accent' : 'text-muted'}`}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{t(`steps.${step}.title`)}</span>
              <span className="text-muted text-xs">{t(`steps.${step}.body`)}</span>
            </span>
            <ChevronRight aria-hidden="true" className="mt-0.5 size-4 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
