import { getTranslations } from 'next-intl/server'
import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { Moment } from '@/components/ui/moment'
import { type Column, Table } from '@/components/ui/table'
import { findEmailAddresses } from '@/lib/developers/directory'
import type { ImportEntry } from '@/lib/wallet/queries'
import { ImportOutcome } from './import-outcome'

const tones = {
  waiting: 'info',
  running: 'info',
  done: 'success',
  refused: 'danger',
  failed: 'danger',
} as const

/** The last files, streams and uploads, with what became of them. */
export async function Imports({ imports }: { imports: ImportEntry[] }) {
  const t = await getTranslations('accountFiles')
  if (imports.length === 0) return <p className="text-muted text-sm">{t('noImports')}</p>
  const emails = await findEmailAddresses(imports.map(({ requestedById }) => requestedById))
  const columns: Column<ImportEntry>[] = [
    {
      label: t('column.source'),
      cell: ({ id, source, environment }) => (
        <>
          {id} · {t(`sources.${source as 'file' | 'stream' | 'upload' | 'feed'}`)}
          <span className="block text-muted">{t(`found.${environment}`)}</span>
        </>
      ),
    },
    {
      label: t('column.who'),
      breaks: true,
      cell: ({ requestedById, operator, createdAt }) => (
        <>
          <Address>{emails.get(requestedById ?? '') ?? operator ?? ''}</Address>
          <span className="block text-muted">
            <Moment at={createdAt} />
          </span>
        </>
      ),
    },
    { label: t('column.newest'), cell: ({ asOf }) => (asOf ? <Moment at={asOf} /> : '–') },
    {
      label: t('column.outcome'),
      cell: (entry) => (
        <div className="grid min-w-48 justify-items-start gap-2">
          <Badge tone={tones[entry.state]}>{t(`uploadStates.${stateOf(entry)}`)}</Badge>
          <ImportOutcome entry={entry} />
        </div>
      ),
    },
  ]
  return <Table caption={t('imports')} columns={columns} rows={imports} rowKey={({ id }) => String(id)} />
}

/** A stream is done when it has ended. */
function stateOf({ source, state, endedAt }: ImportEntry) {
  return source === 'stream' && !endedAt ? 'streaming' : state
}
