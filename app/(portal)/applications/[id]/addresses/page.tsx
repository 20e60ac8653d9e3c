import { notFound } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { OwnRequests } from '@/app/_requests/own-requests'
import { Networks } from '@/components/application-details'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { Section } from '@/components/ui/section'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { Textarea } from '@/components/ui/textarea'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { isToBeSent } from '@/lib/applications/states'
import { coverage, formatNetwork, isWithin } from '@/lib/network'
import {
  type CallingNetworks,
  findCallingNetworks,
  mayChangeNetworks,
  previewDays,
} from '@/lib/networks/queries'
import { maxNetworks } from '@/lib/networks/schema'
import { listRequests } from '@/lib/quota-requests/queries'
import { maxCountedNetworks } from '@/lib/usage/schema'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { changeOwnNetworks, withdrawListRequest } from './actions'
import { RequestOutcome } from './outcome'
import { listField } from './suggestions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const dones = ['saved', 'requested', 'withdrawn'] as const

export const generateMetadata = applicationMetadata('networks')

/** Where calls come from, the list in force, requests for more, and the forms to change it. Production only. */
export default async function AddressesPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id)
  const { id, environment, role, state } = application
  if (environment !== 'production') notFound()
  const t = await getTranslations('networks')
  const owns = may(role, 'networks')
  const changes = owns && mayChangeNetworks(application)
  const lead = t.rich('lead', { guide: (text) => <TextLink href="/docs/addresses">{text}</TextLink> })
  const parts = { application, changes }
  return (
    <ApplicationPageLayout application={application} current="addresses" title={t('title')} lead={lead}>
      <div className="grid max-w-238 gap-6">
        <FlashMessages query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        <OwnRequests
          kind="networks"
          requests={await listRequests('networks', id)}
          withdraw={owns && withdrawListRequest.bind(null, id)}
          Earlier={Section}
        >
          {!changes && <p className="text-muted text-sm">{t(owns ? 'locked' : 'ownersOnly')}</p>}
          {/* A first press shows what a list would do, a second one saves it. */}
          <FormProvider action={changeOwnNetworks.bind(null, id)}>
            <ActionForm className="max-w-none">
              <ExpectedVersion of={application.allowedNetworks} />
              <Calling {...parts} calling={await findCallingNetworks(id)} />
              <RequestOutcome
                texts={{
                  title: t('outcome.title'),
                  reason: t('reason'),
                  reasonHint: t('reasonHint'),
                  save: t('save'),
                  request: t('request'),
                }}
              />
              <Section title={t('current')} lead={isToBeSent(state) && t('beforeApproval')}>
                <Allowed {...parts} />
              </Section>
            </ActionForm>
          </FormProvider>
        </OwnRequests>
      </div>
    </ApplicationPageLayout>
  )
}

type PartProps = { application: TeamApplication; changes: boolean }

/** The networks that call, busiest first: what is not on the list is a press from it. */
function Calling({ application, changes, calling }: PartProps & { calling: CallingNetworks }) {
  const t = useTranslations('networks')
  const { allowedNetworks: list } = application
  const { since, networks, others } = calling
  const most = Math.max(1, ...networks.map(({ recent }) => recent))
  return (
    <Section
      title={t('suggestions')}
      lead={since ? t.rich('since', { day: () => <DateTime at={since} as="day" /> }) : t('noCalls')}
    >
      <SettingRows>
        {networks.map(({ network, recent, lastDay }) => {
          const covered = list.length === 0 ? 'none' : coverage(network, list)
          return (
            <SettingRow
              key={network}
              name={network}
              value={t('calls', { count: recent, days: previewDays })}
              note={
                <span className="flex items-center gap-3">
                  <svg aria-hidden="true" className="h-1.5 w-24 shrink-0 rounded-full bg-raised">
                    <rect
                      width={`${(100 * recent) / most}%`}
                      height="100%"
                      className="fill-chart-succeeded"
                    />
                  </svg>
                  <span>{t.rich('lastCall', { day: () => <DateTime at={lastDay} as="day" /> })}</span>
                </span>
              }
              act={
                covered === 'all' || !changes ? (
                  <span className="text-muted text-xs">{list.length > 0 && t(`covered.${covered}`)}</span>
                ) : (
                  <ListButton act="add" network={network} />
                )
              }
            />
          )
        })}
      </SettingRows>
      {others > 0 && (
        <p className="text-muted text-sm">
          {t('others', { max: maxCountedNetworks, count: others, days: previewDays })}
        </p>
      )}
    </Section>
  )
}

/** The list in force, and the same as a text. */
function Allowed({ application: { allowedNetworks, approvedNetworks }, changes }: PartProps) {
  const t = useTranslations('networks')
  return (
    <SettingRows>
      {allowedNetworks.length === 0 && <SettingRow name={t('everywhere')} />}
      {allowedNetworks.map((network) => (
        <SettingRow
          key={network}
          name={formatNetwork(network)}
          note={isWithin([network], approvedNetworks) && t('approved')}
          act={changes && <ListButton act="remove" network={network} />}
        />
      ))}
      {approvedNetworks.length > 0 && (
        <SettingRow
          name={t('approved')}
          value={<Networks networks={approvedNetworks} />}
          note={t('approvedLead')}
        />
      )}
      {changes && (
        <SettingRow ownForm name={t('asText')} note={t('asTextLead')} act={t('edit')}>
          <div className="grid gap-4">
            <Textarea
              name="networks"
              label={t('networks')}
              hint={t('networksHint', { max: maxNetworks })}
              defaultValue={allowedNetworks.map(formatNetwork).join('\n')}
              autoComplete="off"
              spellCheck={false}
              maxLength={4000}
              className="font-mono text-sm"
            />
            <FormEnd name="intent" value="preview" variant="secondary">
              {t('preview')}
            </FormEnd>
          </div>
        </SettingRow>
      )}
    </SettingRows>
  )
}

/** Previews the list with a network more, or one less. */
function ListButton({ act, network }: { act: 'add' | 'remove'; network: string }) {
  const t = useTranslations('networks')
  return (
    <SubmitButton name={listField(act, network)} value="on" variant="quiet" size="small">
      {t(act)}
      <span className="sr-only"> {formatNetwork(network)}</span>
    </SubmitButton>
  )
}
