import { ChevronRight } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { Moment } from '@/components/ui/moment'
import { Table } from '@/components/ui/table'
import type { ServiceStatus } from '@/lib/status/schema'

/** Every day with an outage, newest first. */
export async function Outages({ status }: { status: ServiceStatus[] }) {
  const t = await getTranslations('status')
  const format = await getFormatter()
  const rows = status
    .flatMap(({ service, days }) => days.map((day) => ({ service, ...day })))
    .filter(({ minutesDown }) => minutesDown > 0)
    .sort((a, b) => b.day.localeCompare(a.day))
  if (rows.length === 0) return null
  return (
    <details className="group mt-3 text-sm">
      <summary className="inline-flex min-h-6 items-center gap-1 text-muted text-xs hover:text-ink hover:underline">
        {t('outages')}
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
      </summary>
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
    </details>
  )
}
