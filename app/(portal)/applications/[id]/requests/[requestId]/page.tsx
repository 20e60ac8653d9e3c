import { RotateCw } from 'lucide-react'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { CallView, LoggedRequest } from '@/app/_calls/call-view'
import { calledEnvironment, describeCurl, describeRequest, readCause } from '@/app/_calls/recorded-call'
import { callApi } from '@/app/_console/actions'
import { requireApplication } from '@/app/_request/application'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { Output } from '@/app/(portal)/applications/[id]/output'
import { applicationPath } from '@/components/application-pages'
import type { Query } from '@/components/query'
import { firstCallSnippets, retrySnippets, type Sample } from '@/components/snippets/samples'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { FormProvider } from '@/components/ui/form-provider'
import { Notice } from '@/components/ui/notice'
import { Refresh } from '@/components/ui/refresh'
import { besidePanel, PanelNav, SidePanel } from '@/components/ui/side-panel'
import { SubmitButton } from '@/components/ui/submit-button'
import { Tabs } from '@/components/ui/tabs'
import { TextInput } from '@/components/ui/text-input'
import type { Application, RequestLogEntry } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { statesWithSecret } from '@/lib/credentials/commands'
import { findKeptCalls } from '@/lib/rehearsals/queries'
import { findTestNumber } from '@/lib/sandbox/queries'
import { findNeighbouringRequests } from '@/lib/usage/call-log'
import { findUsage } from '@/lib/usage/history'
import { findCallsOfRequest } from '@/lib/usage/queries'
import { chooseBars } from '@/lib/usage/range'
import { exampleMsisdn } from '@/lib/wallet/sandbox-accounts'
import { ApplicationPageLayout, applicationMetadata } from '../../page-layout'
import { TrafficChart } from '../../traffic/chart'
import { readView, trafficPath, type View } from '../../traffic/filters'
import { Log } from '../../traffic/log'

type Props = { params: Promise<{ id: string; requestId: string }>; searchParams: Promise<Query> }

export const generateMetadata = applicationMetadata('usage.call', 'usage')

/**
 * One recorded request next to the log, which leads to its neighbours; alone on a narrow screen. After the log has
 * forgotten it, as the report of a rehearsal keeps it.
 */
export default async function RequestPage({ params, searchParams }: Props) {
  const { id, requestId } = await params
  const { application } = await requireApplication(id, 'usage')
  const calls = await findCallsOfRequest(application.id, requestId)
  const kept = calls.length > 0 ? [] : await findKeptCalls(application.id, requestId)
  const count = calls.length + kept.length
  if (count === 0) notFound()
  const view = readView(await searchParams)
  const bars = chooseBars(view.range, view.filter, now())
  const t = await getTranslations('usage')
  const [newest] = calls
  const { points } = await findUsage(id, bars.period.from, bars.period.to, bars.period.stepMinutes)
  return (
    <ApplicationPageLayout application={application} current="traffic">
      {view.live && <Refresh seconds={3} />}
      <div className={`${besidePanel} grid grid-cols-1 gap-6`}>
        <TrafficChart {...{ id, view, bars, points }} />
        <Log
          application={application}
          view={view}
          period={{ ...bars.period, ...bars.selection }}
          current={newest}
        />
      </div>
      <SidePanel
        id="request"
        title={
          <>
            {t('call.title')} <span className="font-mono font-normal text-xs">{requestId}</span>
          </>
        }
        nav={<PanelHead applicationId={id} view={view} calls={calls} />}
      >
        {count > 1 && <Notice>{t('call.several', { count })}</Notice>}
        {calls.map((call) => (
          <TeamCall key={String(call.id)} call={call} application={application} />
        ))}
        {kept.map((call) => (
          <LoggedRequest key={call.at} call={call} />
        ))}
      </SidePanel>
    </ApplicationPageLayout>
  )
}

type CallProps = {
  call: Awaited<ReturnType<typeof findCallsOfRequest>>[number]
  application: Awaited<ReturnType<typeof requireApplication>>['application']
}

async function TeamCall({ call, application }: CallProps) {
  const addresses = gatewayAddresses(calledEnvironment(call, application))
  const number = call.maskedMsisdn === null ? null : await findTestNumber(application, call.maskedMsisdn)
  return (
    <CallView
      call={call}
      environment={application.environment}
      request={describeRequest(call, application, addresses)}
      curl={describeCurl(call, application, addresses, number ?? undefined)}
      note={(await getTranslations('usage.call'))('requestNote')}
      example={<WorkingCall call={call} application={application} />}
    >
      <Repeat call={call} application={application} msisdn={number ?? ''} />
    </CallView>
  )
}

type WorkingCallProps = {
  call: Pick<RequestLogEntry, 'id' | 'status' | 'hint' | 'endpoint'>
  application: Pick<Application, 'environment' | 'clientId'>
}

/**
 * What to do about a refusal, in the languages of the snippets: a working call where the caller's request was wrong,
 * a retry after a limit or an outage. Too many failures at the token endpoint come from wrong requests.
 */
async function WorkingCall({ call, application }: WorkingCallProps) {
  const t = await getTranslations('usage.call')
  const docs = await getTranslations('docs.errorPage')
  const { status, hint, endpoint } = call
  const simulated = readCause(hint) === 'simulated'
  if (status === 503 || (status === 429 && endpoint === 'account'))
    return (
      <Snippets
        call={call}
        title={docs('waitAndRetry')}
        lead={docs('waitAndRetryLead')}
        snippets={retrySnippets(inputOf(application))}
      />
    )
  if (status < 400 || status >= 500 || simulated) return null
  const missing = (await getTranslations('applications.firstCall'))('variable')
  const snippets = firstCallSnippets({ ...inputOf(application), clientSecret: null, missing })
  return <Snippets call={call} title={t('works')} lead={t('worksLead')} snippets={snippets} />
}

function inputOf({ environment, clientId }: WorkingCallProps['application']) {
  return { ...gatewayAddresses(environment), clientId, msisdn: exampleMsisdn(environment) }
}

type SnippetsProps = { call: WorkingCallProps['call']; title: string; lead: string; snippets: Sample[] }

function Snippets({ call, title, lead, snippets }: SnippetsProps) {
  const tabs = snippets.map(({ language, label, file, code }) => ({
    value: language,
    label,
    content: <CodeBlock title={file ?? label} code={code} />,
  }))
  return (
    <section className="grid min-w-0 gap-3">
      <h3 className="font-semibold text-base">{title}</h3>
      <p className="text-muted text-sm">{lead}</p>
      <Tabs name={`working-call-${call.id}`} label={title} tabs={tabs} />
    </section>
  )
}

type RepeatProps = {
  call: { endpoint: string }
  application: Pick<Application, 'id' | 'environment' | 'state' | 'clientAuthentication'>
  /** The number that the call asked for, where it is known. */
  msisdn: string
}

const intents: Record<string, string> = { token: 'token', account: 'balance' }

/** Makes the call again with the application's credentials: here in the Sandbox, from the console in Production. */
async function Repeat({ call, application, msisdn }: RepeatProps) {
  const { id, environment, state, clientAuthentication } = application
  const intent = intents[call.endpoint]
  if (!intent || clientAuthentication !== 'client_secret' || !statesWithSecret.includes(state)) return null
  const t = await getTranslations('usage.call')
  const console = await getTranslations('applications.try')
  if (environment === 'production')
    return (
      <ButtonLink href={applicationPath(id, 'try')} variant="secondary" className="justify-self-start">
        <RotateCw aria-hidden="true" />
        {t('repeatInConsole')}
      </ButtonLink>
    )
  return (
    <FormProvider action={callApi.bind(null, id)}>
      <section className="no-print grid min-w-0 gap-3">
        <h3 className="font-semibold text-base">{t('repeatTitle')}</h3>
        <ActionForm
          summary={false}
          className="max-w-none gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
        >
          <input type="hidden" name="intent" value={intent} />
          {intent === 'balance' && (
            <TextInput
              name="msisdn"
              label={console('msisdn')}
              defaultValue={msisdn}
              type="tel"
              autoComplete="off"
              mono
            />
          )}
          <SubmitButton
            variant="secondary"
            className="min-h-11 justify-self-start [&>span]:inline-flex [&>span]:items-center [&>span]:gap-2"
          >
            <RotateCw aria-hidden="true" />
            {t('repeat')}
          </SubmitButton>
        </ActionForm>
        <Output
          texts={{
            title: console('answer'),
            explain: console.raw('explain') as string,
            requestId: console('requestId'),
          }}
        />
      </section>
    </FormProvider>
  )
}

type PanelHeadProps = { applicationId: string; view: View; calls: { id: bigint }[] }

/** The way to the requests before and after this one among those that match, and back to all of them. */
async function PanelHead({ applicationId, view, calls }: PanelHeadProps) {
  const t = await getTranslations('usage.call')
  const { filter, problems } = view
  const [first, last] = [calls[0], calls.at(-1)]
  const [newer, older] =
    first && last && problems.length === 0
      ? await Promise.all([
          findNeighbouringRequests(applicationId, filter, first.id).then((found) => found.newer),
          findNeighbouringRequests(applicationId, filter, last.id).then((found) => found.older),
        ])
      : []
  const path = (requestId?: string) => trafficPath(applicationId, view, requestId)
  return (
    <PanelNav
      label={t('neighbours')}
      newer={!!newer && { href: path(newer), label: t('newer') }}
      older={!!older && { href: path(older), label: t('older') }}
      back={{ href: path(), label: t('back') }}
    />
  )
}
