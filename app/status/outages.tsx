import { getFormatter, getTranslations } from 'next-intl/server'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { Table } from '@/components/ui/table'
import { type ServiceStatus, statusDays } from '@/lib/status/schema'

/** Every day with an outage, newest first. */
export async function Outages({ status }: { status: ServiceStatus[] }) {
  const t = await getTranslations('status')
  const format = await getFormatter()
  const rows = status
    .flatMap(({ service, days }) => days.map((day) => ({ service, ...day })))
    .filter(({ minutesDown }) => minutesDown > 0)
    .sort((a, b) => b.day.localeCompare(a.day))
  return (
    <Section title={t('outages')}>
      {rows.length === 0 ? (
        <p className="text-muted">{t('none', { days: statusDays })}</p>
      ) : (
        <Table
          caption={t('outages')}
          rows={rows}
          rowKey={({ service, day }) => `${service} ${day}`}
          columns={[
            {
              label: t('day'),
              cell: ({ day }) => <Moment at={new Date(day)} as="day" />,
            },
            { label: t('part'), cell: ({ service }) => t(`service.${service}`) },
            { label: t('minutes'), numeric: true, cell: ({ minutesDown }) => format.number(minutesDown) },
            {
              label: t('checked'),
              numeric: true,
              cell: ({ minutesChecked }) => format.number(minutesChecked),
            },
          ]}
        />
      )}
    </Section>
  )
}
