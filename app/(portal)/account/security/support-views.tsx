import { getTranslations } from 'next-intl/server'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { Table } from '@/components/ui/table'
import { listSupportViews } from '@/lib/lifecycle/support-view'

/** All of them are in the export of one's data. */
const viewsShown = 20

/** When and why administrators looked at the pages of the developer's applications. Nothing if they never did. */
export async function SupportViews({ developerId }: { developerId: string }) {
  const views = (await listSupportViews(developerId)).slice(0, viewsShown)
  if (views.length === 0) return null
  const t = await getTranslations('accounts.support')
  return (
    <Section title={t('title')} lead={t('lead')} id="support">
      <Table
        caption={t('title')}
        rows={views}
        rowKey={({ openedAt, applicationId }) => `${applicationId} ${openedAt.toISOString()}`}
        columns={[
          { label: t('application'), cell: ({ applicationName }) => applicationName },
          { label: t('when'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
          { label: t('who'), cell: () => t('administrator') },
          {
            label: t('why'),
            cell: ({ reason }) => (
              <span className="whitespace-pre-line [overflow-wrap:anywhere]">{reason}</span>
            ),
          },
        ]}
      />
    </Section>
  )
}
