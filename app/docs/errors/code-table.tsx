import { getTranslations } from 'next-intl/server'
import { Table } from '@/components/ui/table'
import { CodeLink } from '../prose'
import { type ErrorCode, errorCodeNames, errorCodes } from './codes'

/** All error codes, each leading to its page. */
export async function CodeTable() {
  const t = await getTranslations('docs')
  return (
    <Table<ErrorCode>
      caption={t('errors.table')}
      rows={errorCodeNames}
      rowKey={(code) => code}
      columns={[
        { label: t('errors.code'), cell: (code) => <CodeLink code={code} /> },
        {
          label: t('errors.status'),
          cell: (code) => <span className="tabular-nums">{errorCodes[code].statuses.join(', ')}</span>,
        },
        { label: t('errors.meaning'), cell: (code) => t(`codes.${code}.title`) },
      ]}
    />
  )
}
