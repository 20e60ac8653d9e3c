import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { NewSecret } from '@/components/secret-field'
import { ActionForm, PressForm } from '@/components/ui/action-form'
import { Badge, type Tone } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/definition-list'
import { Disclosure } from '@/components/ui/disclosure'
import { FormProvider } from '@/components/ui/form-provider'
import { type FormAction, FormOutcome } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { SubmitButton } from '@/components/ui/submit-button'
import { type Column, Table } from '@/components/ui/table'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import {
  bodyOf,
  type DeliveryView,
  type EndpointView,
  endpointLimit,
  isOrdered,
  type NewEndpoint,
  urlLimit,
} from '@/lib/webhooks/schema'
import { EventBoxes } from './event-boxes'

type Props = {
  /** The page that this is on. */
  path: string
  endpoints: EndpointView[]
  actions: EndpointActions & { add: FormAction<string> }
  types: NewEndpoint['events']
  /** The form that changes the events of one that exists. */
  change?: (endpoint: EndpointView) => ReactNode
}

/** A row for each endpoint, which opens to what was sent to it, and one for another, or the secret of that. */
export async function EndpointList({ path, endpoints, actions, types, change }: Props) {
  const t = await getTranslations('webhooks')
  return (
    <FormProvider action={actions.add}>
      <FormOutcome>
        <SigningSecret id="secret-added" path={path} />
      </FormOutcome>
      <Section
        title={t(endpoints.length === 0 ? 'add.title' : 'endpoints')}
        lead={
          endpoints.length === 0
            ? t('add.lead')
            : t('count', { count: endpoints.length, limit: endpointLimit })
        }
      >
        <SettingRows>
          {endpoints.map((endpoint) => (
            <Endpoint
              key={endpoint.id}
              {...{ path, actions, endpoint }}
              alone={endpoints.length === 1}
              change={change?.(endpoint)}
            />
          ))}
          <FormOutcome otherwise={<AddEndpoint types={types} count={endpoints.length} />}>{null}</FormOutcome>
        </SettingRows>
      </Section>
    </FormProvider>
  )
}

type AddEndpointProps = {
  types: NewEndpoint['events']
  /** How many there are. */
  count: number
}

/** The form for a new endpoint, in a row if there are others. */
async function AddEndpoint({ types, count }: AddEndpointProps) {
  const t = await getTranslations('webhooks.add')
  if (count === 0) return <Fields types={types} />
  if (count >= endpointLimit)
    return <SettingRow name={t('title')} note={t('full', { limit: endpointLimit })} />
  return (
    <SettingRow ownForm name={t('title')} note={t('lead')} act={t('act')}>
      <Fields types={types} />
    </SettingRow>
  )
}

async function Fields({ types }: Pick<AddEndpointProps, 'types'>) {
  const t = await getTranslations('webhooks.add')
  return (
    <ActionForm className="max-w-none">
      <TextInput
        name="url"
        type="url"
        label={t('url')}
        hint={t('urlHint')}
        autoComplete="off"
        maxLength={urlLimit}
        className="max-w-prose"
        required
      />
      <EventBoxes types={types} chosen={types.filter(isOrdered)} />
      <SubmitButton className="justify-self-start">{t('button')}</SubmitButton>
    </ActionForm>
  )
}

type EndpointProps = {
  /** The page of the endpoints. */
  path: string
  actions: EndpointActions
  endpoint: EndpointView
  /** Whether it is the only one. */
  alone: boolean
  /** The form that changes its events. */
  change?: ReactNode
}

/** One endpoint: how it is in a line, then its events, its buttons and what was sent to it. */
async function Endpoint({ path, actions, endpoint, alone, change }: EndpointProps) {
  const t = await getTranslations('webhooks.endpoint')
  const { id, url, events, createdAt, disabledReason, previousSecretUntil, behind } = endpoint
  const facts = [
    {
      term: t('events'),
      value: (
        <ul className="mt-1 grid justify-items-start gap-1">
          {events.map((type) => (
            <li key={type} className="rounded-md bg-raised px-1.5 font-mono text-xs">
              {type}
            </li>
          ))}
        </ul>
      ),
    },
    { term: t('added'), value: <DateTime at={createdAt} as="relative" /> },
    ...(behind === null ? [] : [{ term: t('behind'), value: t('entries', { count: behind }) }]),
    ...(previousSecretUntil
      ? [
          {
            term: t('previousSecret'),
            value: t.rich('until', { at: () => <DateTime at={previousSecretUntil} /> }),
          },
        ]
      : []),
  ]
  return (
    <SettingRow
      ownForm
      id={id}
      name={url}
      note={
        <>
          <Latest endpoint={endpoint} />
          {t('receives', { count: events.length })}
        </>
      }
      act={t('open')}
      close={t('close')}
      action={actions.rotate.bind(null, id)}
      open={alone || disabledReason !== null}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-8">
        {disabledReason && (
          <Notice
            tone="danger"
            title={t(disabledReason === 'gone' ? 'gone' : 'failing')}
            className="col-span-full"
          >
            <PressForm action={actions.enable.bind(null, id)} button={t('enable')} size="small" />
          </Notice>
        )}
        <FormOutcome>
          <div className="col-span-full">
            <SigningSecret id={`secret-${id}`} path={path} />
          </div>
        </FormOutcome>
        <Deliveries actions={actions} endpoint={endpoint} />
        <div className="grid min-w-0 gap-4 border-line max-lg:border-t max-lg:pt-5 lg:border-l lg:pl-6">
          <FactList items={facts} />
          {change}
          <FormOutcome
            otherwise={
              <div className="no-print flex flex-wrap gap-3">
                <PressForm button={t('rotate')} size="small" />
                <PressForm
                  action={actions.remove.bind(null, id)}
                  button={t('remove')}
                  variant="dangerOutline"
                  size="small"
                />
              </div>
            }
          >
            {null}
          </FormOutcome>
        </div>
      </div>
    </SettingRow>
  )
}

/** The state of an endpoint, or of the last event that was sent to it. */
async function Latest({ endpoint: { disabledReason, deliveries } }: Pick<EndpointProps, 'endpoint'>) {
  const t = await getTranslations('webhooks')
  const [last] = deliveries
  if (!disabledReason && !last) return null
  return (
    <>
      <span className={disabledReason ? 'text-danger' : last && texts[last.state]}>
        {disabledReason
          ? t('endpoint.disabled')
          : last &&
            t.rich('deliveries.latest', {
              state: last.state,
              at: () => <DateTime at={last.createdAt} as="relative" />,
            })}
      </span>
      {' · '}
    </>
  )
}

/** The signing secret that the stage's action made. */
async function SigningSecret({ id, path }: { id: string; path: string }) {
  const t = await getTranslations('webhooks.secret')
  return (
    <NewSecret id={id} title={t('title')} about={t('once')} label={t('label')}>
      <TextLink href={path}>{t('done')}</TextLink>
    </NewSecret>
  )
}

type DeliveriesProps = { actions: Pick<EndpointActions, 'resend' | 'sendTest'>; endpoint: EndpointView }

/** More are folded away. */
const unfolded = 5

const texts = { waiting: 'text-warning', delivered: 'text-success', failed: 'text-danger' }
const tones: Record<DeliveryView['state'], Tone> = {
  waiting: 'warning',
  delivered: 'success',
  failed: 'danger',
}

/** The latest events of an endpoint: each with its body and its attempts, which are folded away. */
async function Deliveries({ actions, endpoint }: DeliveriesProps) {
  const t = await getTranslations('webhooks')
  const { id, url, disabledReason, deliveries } = endpoint
  const older = deliveries.slice(unfolded)
  const table = {
    caption: t('deliveries.caption', { url }),
    columns: await columns(actions, endpoint),
    rowKey: ({ eventId }: DeliveryView) => eventId,
  }
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{t('deliveries.title')}</h3>
        {!disabledReason && (
          <PressForm action={actions.sendTest.bind(null, id)} button={t('endpoint.test')} size="small" />
        )}
      </div>
      <Table {...table} empty={t('deliveries.none')} rows={deliveries.slice(0, unfolded)} />
      {older.length > 0 && (
        <Disclosure
          open={false}
          summary={<span className="text-sm">{t('deliveries.older', { count: older.length })}</span>}
        >
          <div className="mt-2">
            <Table {...table} rows={older} />
          </div>
        </Disclosure>
      )}
    </section>
  )
}

async function columns(
  { resend }: DeliveriesProps['actions'],
  endpoint: EndpointView,
): Promise<Column<DeliveryView>[]> {
  const t = await getTranslations('webhooks.deliveries')
  return [
    {
      label: t('event'),
      cell: (delivery) => (
        <Disclosure open={false} summary={<span className="[overflow-wrap:anywhere]">{delivery.type}</span>}>
          <code className="block text-muted text-xs [overflow-wrap:anywhere]">{delivery.eventId}</code>
          <pre className="mt-2 max-h-60 overflow-auto whitespace-pre-wrap rounded-lg bg-raised p-2 font-mono font-normal text-xs [overflow-wrap:anywhere]">
            {JSON.stringify(bodyOf(delivery), null, 2)}
          </pre>
        </Disclosure>
      ),
    },
    { label: t('at'), plain: true, cell: ({ createdAt }) => <DateTime at={createdAt} as="relative" /> },
    {
      label: t('state'),
      plain: true,
      cell: ({ state, nextAttemptAt, tries }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={tones[state]}>{t(state)}</Badge>
          <Attempts tries={tries} />
          {nextAttemptAt && tries.length > 0 && (
            <span className="text-muted text-xs">
              {t.rich('next', { at: () => <DateTime at={nextAttemptAt} as="relative" /> })}
            </span>
          )}
        </span>
      ),
    },
    {
      label: t('actions'),
      action: true,
      cell: ({ eventId, state }) =>
        state !== 'waiting' &&
        !endpoint.disabledAt && (
          <PressForm action={resend.bind(null, endpoint.id, eventId)} button={t('resend')} size="small" />
        ),
    },
  ]
}

type Attempt = DeliveryView['tries'][number]

/** The attempts at a delivery, newest first, folded away. */
async function Attempts({ tries }: { tries: Attempt[] }) {
  const t = await getTranslations('webhooks.attempts')
  const [last] = tries
  if (!last) return <>{t('none')}</>
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-muted text-xs underline underline-offset-2">
        {t('summary', { count: tries.length, last: await outcomeOf(last) })}
      </summary>
      <ol className="mt-2 grid gap-3 text-sm">
        {tries.map((attempt) => (
          <li key={attempt.id} className="grid min-w-0 gap-1">
            <AttemptView attempt={attempt} />
          </li>
        ))}
      </ol>
    </details>
  )
}

async function AttemptView({ attempt }: { attempt: Attempt }) {
  const t = await getTranslations('webhooks.attempts')
  const { at, durationMs, response } = attempt
  return (
    <>
      <span>
        <DateTime at={at} /> · {await outcomeOf(attempt)} · {t('duration', { milliseconds: durationMs })}
      </span>
      {response && (
        <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-lg bg-raised p-2 font-mono text-xs [overflow-wrap:anywhere]">
          {response}
        </pre>
      )}
    </>
  )
}

async function outcomeOf({ status, error }: Pick<Attempt, 'status' | 'error'>): Promise<string> {
  const t = await getTranslations('webhooks.attempts')
  const faults = ['address_refused', 'name_unknown', 'timeout', 'tls'] as const
  return status === null
    ? t(faults.find((known) => known === error) ?? 'connection')
    : t('status', { status: String(status) })
}

/** The actions of an endpoint's buttons, given its id. */
type EndpointActions = {
  rotate(endpointId: string, ...given: Parameters<FormAction<string>>): ReturnType<FormAction<string>>
  resend(endpointId: string, eventId: string, ...given: Parameters<FormAction>): ReturnType<FormAction>
} & Record<
  'remove' | 'enable' | 'sendTest',
  (endpointId: string, ...given: Parameters<FormAction>) => ReturnType<FormAction>
>
