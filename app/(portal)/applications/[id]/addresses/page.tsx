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
import { Checkbox } from '@/components/ui/checkbox'
import { DateTime } from '@/components/ui/date-time'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { Textarea } from '@/components/ui/textarea'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { isToBeSent } from '@/lib/applications/states'
import { coverage, formatNetwork } from '@/lib/network'
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
import { suggestionField } from './suggestions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const dones = ['saved', 'requested', 'withdrawn'] as const

export const generateMetadata = applicationMetadata('networks')

/** The list in force and what was approved of it, requests for more, and the form to change it. Production only. */
export default async function AddressesPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id)
  const { id, environment, role, state, allowedNetworks, approvedNetworks } = application
  if (environment !== 'production') notFound()
  const t = await getTranslations('networks')
  const requests = await listRequests('networks', id)
  const owns = may(role, 'networks')
  const lead = t.rich('lead', { guide: (text) => <TextLink href="/docs/addresses">{text}</TextLink> })
  return (
    <ApplicationPageLayout application={application} current="addresses" title={t('title')} lead={lead}>
      <div className="grid gap-6">
        <FlashMessages query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        <OwnRequests
          kind="networks"
          requests={requests}
          withdraw={owns && withdrawListRequest.bind(null, id)}
          Earlier={Section}
        >
          <Section title={t('current')}>
            <div className="grid gap-3">
              <Networks networks={allowedNetworks} />
              {isToBeSent(state) && <p className="text-muted text-sm">{t('beforeApproval')}</p>}
            </div>
          </Section>
          {approvedNetworks.length > 0 && (
            <Section title={t('approved')}>
              <div className="grid gap-3">
                <Networks networks={approvedNetworks} />
                <p className="text-muted text-sm">{t('approvedLead')}</p>
              </div>
            </Section>
          )}
          <Section title={t('change')}>
            {owns && mayChangeNetworks(application) ? (
              <ListForm application={application} calling={await findCallingNetworks(id)} />
            ) : (
              <p className="text-muted text-sm">{t(owns ? 'locked' : 'ownersOnly')}</p>
            )}
          </Section>
        </OwnRequests>
      </div>
    </ApplicationPageLayout>
  )
}

type ListFormProps = {
  application: TeamApplication
  calling: CallingNetworks
}

/** The list and the networks that call; a first press shows what the list would do, a second one saves it. */
function ListForm({ application, calling }: ListFormProps) {
  const t = useTranslations('networks')
  const { id, allowedNetworks } = application
  return (
    <FormProvider action={changeOwnNetworks.bind(null, id)}>
      <ActionForm className="max-w-none gap-5">
        <ExpectedVersion of={allowedNetworks} />
        <Suggestions calling={calling} list={allowedNetworks} />
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
        <RequestOutcome
          texts={{
            title: t('outcome.title'),
            reason: t('reason'),
            reasonHint: t('reasonHint'),
            save: t('save'),
            request: t('request'),
          }}
        />
      </ActionForm>
    </FormProvider>
  )
}

function Suggestions({ calling, list }: { calling: CallingNetworks; list: string[] }) {
  const t = useTranslations('networks')
  const { since, networks, others } = calling
  const inList = (network: string) => (list.length === 0 ? 'none' : coverage(network, list))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">{t('suggestions')}</legend>
      <p className="text-muted text-sm">
        {since ? t.rich('since', { day: () => <DateTime at={since} as="day" /> }) : t('noCalls')}
      </p>
      {networks.map(({ network, recent, lastDay }) => (
        <Checkbox
          key={network}
          name={suggestionField(network)}
          label={t('suggestion', { network, count: recent, days: previewDays })}
          hint={
            <>
              {t.rich('lastCall', { day: () => <DateTime at={lastDay} as="day" /> })}
              {list.length > 0 && `, ${t(`covered.${inList(network)}`)}`}
            </>
          }
        />
      ))}
      {others > 0 && (
        <p className="text-muted text-sm">
          {t('others', { max: maxCountedNetworks, count: others, days: previewDays })}
        </p>
      )}
    </fieldset>
  )
}
