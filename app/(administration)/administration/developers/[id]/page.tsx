import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { type Query, withQuery } from '@/components/query'
import { Badge } from '@/components/ui/badge'
import { FactList } from '@/components/ui/fact-list'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { findDeveloperEntry } from '@/lib/developers/directory'
import { listRefusedSignIns } from '@/lib/identity/refused-sign-in'
import { nameOf, toLocale } from '@/lib/languages'
import { ApplicationCard } from '../../applications/application-table'
import { Frame } from '../../frame'
import { DeveloperState } from '../developer-state'
import { DeveloperActions } from './developer-actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }
type Entry = NonNullable<Awaited<ReturnType<typeof findDeveloperEntry>>>

const refusalsShown = 20

export const generateMetadata = titled('administration.developers')

export default async function DeveloperPage({ params, searchParams }: Props) {
  const administrator = await requireAdministrator()
  const developer = await findDeveloperEntry((await params).id)
  if (!developer) notFound()
  const t = await getTranslations('administration.developers')
  const roleNames = await getTranslations('administration.roles')
  return (
    <Frame
      current="developers"
      title={developer.email}
      above={{ href: '/administration/developers', label: t('title') }}
      badges={
        <>
          <DeveloperState {...developer} />
          {developer.role !== 'developer' && <Badge tone="info">{roleNames(developer.role)}</Badge>}
        </>
      }
      query={await searchParams}
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-6 max-xl:order-last">
          <ApplicationCard developerId={developer.id} />
          <RefusedSignIns developerId={developer.id} />
        </div>
        <div className="grid min-w-0 gap-6">
          <About developer={developer} />
          <DeveloperActions developer={developer} administrator={administrator} />
        </div>
      </div>
    </Frame>
  )
}

async function About({ developer }: { developer: Entry }) {
  const t = await getTranslations('administration.developers')
  const roleNames = await getTranslations('administration.roles')
  const audit = withQuery('/administration/audit', { subject: developer.id })
  const items = [
    { term: t('id'), value: <code className="text-xs">{developer.id}</code> },
    { term: t('created'), value: <Moment at={developer.createdAt} /> },
    {
      term: t('activated'),
      value: developer.activatedAt ? <Moment at={developer.activatedAt} /> : t('never'),
    },
    { term: roleNames('role'), value: roleNames(developer.role) },
    { term: roleNames('factor'), value: roleNames(developer.hasSecondFactor ? 'factorOn' : 'factorOff') },
    { term: t('language'), value: nameOf(toLocale(developer.locale)) },
    { term: t('sessions'), value: developer.sessions },
    ...(developer.invitedTo ? [{ term: t('invited'), value: roleNames(developer.invitedTo) }] : []),
  ]
  return (
    <Section title={t('about')} act={<TextLink href={audit}>{t('history')}</TextLink>}>
      <FactList items={items} />
    </Section>
  )
}

async function RefusedSignIns({ developerId }: { developerId: string }) {
  const t = await getTranslations('administration.developers.refusals')
  const rows = await listRefusedSignIns(developerId, refusalsShown)
  return (
    <Section title={t('title')}>
      <Table
        caption={t('title')}
        empty={t('none')}
        columns={[
          { label: t('at'), cell: ({ at }) => <Moment at={at} /> },
          { label: t('reason'), cell: ({ why }) => t(`why.${why}`) },
          { label: t('address'), cell: ({ address }) => <code className="text-xs">{address || '–'}</code> },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}
