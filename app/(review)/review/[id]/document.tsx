import { getTranslations } from 'next-intl/server'
import { formatBytes } from '@/components/format'
import { DateTime } from '@/components/ui/date-time'
import { DownloadLink } from '@/components/ui/download-link'
import { Notice } from '@/components/ui/notice'
import { getLocale } from '@/i18n/current-locale'
import { findIdentical } from '@/lib/documents/queries'
import { localised } from '@/lib/translations'
import type { Review } from '@/lib/validation/queries'
import type { Shown } from './pane'
import { Viewer, type ViewerLabels } from './viewer'

type Version = Review['submission']['documents'][number]
type Props = {
  review: Review
  requirementId: string
  name: string
  required: boolean
  /** The verdict in words, which is next to it on a screen. */
  verdict: string
}

/** One document as a reviewer sees it: its preview, its details, its earlier versions. */
export async function ReviewDocument({ review, requirementId, name, required, verdict }: Props) {
  const { submission } = review
  const t = await getTranslations('review.documents')
  // Newest first. The applicant may have replaced the newest since, with one not submitted yet.
  const [current, ...earlier] = submission.documents.filter(
    (document) => document.requirementId === requirementId,
  )
  const copy = current && (await describeCopy(current, submission))
  return (
    <div className="grid min-w-0 gap-3">
      <h2 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {name}
        {!required && <span className="font-normal text-muted text-xs">{t('optional')}</span>}
        <span className="hidden font-normal text-sm print:inline">{verdict}</span>
      </h2>
      {current ? (
        <Current submissionId={submission.id} document={current} previous={earlier[0]} />
      ) : (
        <p className="text-muted">{t('none')}</p>
      )}
      {copy && <Notice tone="warning">{copy}</Notice>}
      {earlier.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-6 text-muted underline">{t('earlier')}</summary>
          <ul className="mt-2 grid gap-2 border-line border-l-2 pl-3">
            {earlier.map((document) => (
              <li key={document.id}>
                <Line submissionId={submission.id} document={document} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Of which document or earlier version this is a copy, as a sentence; undefined if it is none. */
export async function describeCopy(document: Version, submission: Review['submission']) {
  const t = await getTranslations('review.documents')
  const identical = findIdentical(document, submission.documents)
  if (!identical) return undefined
  if (identical.requirementId === document.requirementId)
    return t('sameVersion', { version: identical.version })
  const other = submission.requirements.find((each) => each.requirementId === identical.requirementId)
  return t('sameElsewhere', { name: other ? localised(other, 'name', await getLocale()) : '' })
}

type CurrentProps = { submissionId: string; document: Version; previous: Version | undefined }

async function Current({ submissionId, document, previous }: CurrentProps) {
  const t = await getTranslations('review.documents')
  if (document.purgedAt) return <p className="text-muted">{t('purged')}</p>
  const comparable = previous && !previous.purgedAt ? await describeShown(submissionId, previous) : null
  return (
    <>
      <noscript>
        {document.kind === 'pdf' ? (
          <p className="text-muted text-sm">{t('pdf.noScript')}</p>
        ) : (
          // biome-ignore lint/performance/noImgElement: a private file from our own guarded route, of unknown size
          <img
            src={hrefOf(submissionId, document)}
            alt={t('preview', { name: document.name })}
            className="max-h-96 max-w-full rounded-lg border border-line bg-raised object-contain"
          />
        )}
      </noscript>
      <Viewer
        current={await describeShown(submissionId, document)}
        previous={comparable}
        labels={await viewerLabels(document, previous)}
      />
      <Line submissionId={submissionId} document={document} />
    </>
  )
}

function hrefOf(submissionId: string, { id }: Version): string {
  return `/review/${submissionId}/documents/${id}`
}

/** The browser fills in the page number. */
async function describeShown(submissionId: string, document: Version): Promise<Shown> {
  const t = await getTranslations('review.documents')
  const { kind, name } = document
  return {
    href: hrefOf(submissionId, document),
    kind,
    title: t('preview', { name }),
    canvas: t('pdf.canvas', { name, page: '{page}', pages: '{pages}' }),
  }
}

async function viewerLabels(document: Version, previous: Version | undefined): Promise<ViewerLabels> {
  const t = await getTranslations('review.documents')
  const pdf = await getTranslations('review.documents.pdf')
  return {
    page: pdf('page', { page: '{page}', pages: '{pages}' }),
    previous: pdf('previous'),
    next: pdf('next'),
    loading: pdf('loading'),
    retry: pdf('retry'),
    problems: {
      protected: pdf('problems.protected'),
      broken: pdf('problems.broken'),
      unreachable: pdf('problems.unreachable'),
      failed: pdf('problems.failed'),
      page: pdf('problems.page'),
    },
    zoomIn: t('viewer.zoomIn'),
    zoomOut: t('viewer.zoomOut'),
    zoom: t('viewer.zoom', { percent: '{percent}' }),
    rotate: t('viewer.rotate'),
    compare: t('viewer.compare'),
    current: t('viewer.version', { version: document.version }),
    earlier: t('viewer.version', { version: previous?.version ?? 0 }),
  }
}

async function Line({ submissionId, document }: { submissionId: string; document: Version }) {
  const t = await getTranslations('review.documents')
  const scan = await getTranslations('validation.scan')
  const locale = await getLocale()
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <div className="grid min-w-0">
        <span className="[overflow-wrap:anywhere]">{document.name}</span>
        <span className="text-muted text-xs">
          {t.rich('about', {
            kind: document.kind.toUpperCase(),
            size: formatBytes(document.size, locale),
            time: () => <DateTime at={document.uploadedAt} />,
            scan: scan(document.scan === 'clean' ? 'clean' : 'not_scanned'),
          })}
        </span>
        <span className="text-muted text-xs">
          {t('sha256')}{' '}
          <code className="font-mono [overflow-wrap:anywhere]">
            {Buffer.from(document.sha256).toString('hex')}
          </code>
        </span>
      </div>
      {!document.purgedAt && (
        <span className="no-print">
          <DownloadLink href={hrefOf(submissionId, document)} size="small">
            {t('download', { name: '' }).trim()}
            <span className="sr-only">{document.name}</span>
          </DownloadLink>
        </span>
      )}
    </div>
  )
}
