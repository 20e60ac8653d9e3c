import { getTranslations } from 'next-intl/server'
import { PressForm } from '@/components/ui/action-form'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { type Column, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { isUuid } from '@/lib/ids'
import { listUnaccepting, type Unaccepting as Row } from '@/lib/terms/queries'
import { reminderDays, remindersAtOnce } from '@/lib/terms/schema'
import { Pages } from '../pages'
import { remindPeople } from './actions'

const perPage = 50

/** The people who have not accepted the version in force, with a button that reminds them. */
export async function Unaccepting({ version, after }: { version: number; after: unknown }) {
  const t = await getTranslations('administration.terms')
  const from = isUuid(after) ? after : null
  const { rows, more } = await listUnaccepting(version, perPage, from)
  const columns: Column<Row>[] = [
    {
      label: t('email'),
      cell: ({ id, email }) => (
        <TextLink href={`/administration/developers/${id}`} className="[overflow-wrap:anywhere]">
          {email}
        </TextLink>
      ),
    },
    { label: t('reminded'), cell: ({ remindedAt }) => (remindedAt ? <Moment at={remindedAt} /> : '–') },
  ]
  return (
    <Section title={t('unaccepting')}>
      {rows.length === 0 && <p className="text-muted text-sm">{t('noneUnaccepting')}</p>}
      {rows.length > 0 && (
        <>
          <Table caption={t('unaccepting')} columns={columns} rows={rows} rowKey={({ id }) => id} />
          <Pages
            newest={from !== null && '/administration/terms'}
            older={more && `/administration/terms?after=${rows.at(-1)?.id}`}
          />
          <p className="mt-4 mb-3 text-muted text-sm">
            {t('remindHint', { days: reminderDays, count: remindersAtOnce })}
          </p>
          <PressForm action={remindPeople} button={t('remind')} />
        </>
      )}
    </Section>
  )
}
