import { Megaphone } from 'lucide-react'
import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import { findPreviewed } from '@/app/_request/preview'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { AnnouncementPeriod, KindBadge } from '@/components/announcements'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FormEnd } from '@/components/ui/form-end'
import { Moment } from '@/components/ui/moment'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { Undo } from '@/components/ui/undo'
import { localised } from '@/i18n/locale'
import { listAllAnnouncements } from '@/lib/announcements/queries'
import { now } from '@/lib/clock'
import { newId } from '@/lib/ids'
import { secondsToUndo } from '@/lib/undo'
import { Frame } from '../frame'
import { previewDraft, undoPublished, withdrawPublished } from './actions'
import { EndFields, KindFields, TextFields } from './fields'

type Entry = Awaited<ReturnType<typeof listAllAnnouncements>>[number]

export const generateMetadata = titled('announcements')

export default async function AnnouncementsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const administrator = await requireAdministrator()
  const query = await searchParams
  const typed = query.edit ? (await findPreviewed(administrator, '/administration/announcements')).fields : {}
  const t = await getTranslations('announcements')
  const all = await listAllAnnouncements()
  return (
    <Frame current="announcements" title={t('title')} lead={t('lead')} query={query}>
      <div className="grid gap-6">
        {all
          .filter(({ publishedAt }) => secondsToUndo(publishedAt) > 0)
          .map((each) => (
            <Pending key={each.id} announcement={each} />
          ))}
        <Card title={t('new')} id="new" className="scroll-mt-6">
          <ActionForm
            action={previewDraft}
            initial={typed.id ? { values: typed } : undefined}
            className="group max-w-none"
          >
            <input type="hidden" name="id" value={typed.id ?? newId()} />
            <KindFields />
            <TextFields />
            <EndFields from={now()} />
            <div className="grid gap-2">
              <p className="text-muted text-sm">{t('mailedOnce')}</p>
              <FormEnd>{t('publish')}</FormEnd>
            </div>
          </ActionForm>
        </Card>
        {all.length === 0 ? (
          <EmptyState icon={<Megaphone aria-hidden="true" />} title={t('none')}>
            {t('noneBody')}
          </EmptyState>
        ) : (
          <Card title={t('published')}>
            <ul className="grid divide-y divide-line">
              {all.map((each) => (
                <li key={each.id} className="py-4 first:pt-0 last:pb-0">
                  <Row announcement={each} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </Frame>
  )
}

/** Until it takes effect. */
async function Pending({ announcement }: { announcement: Entry }) {
  const { id, publishedAt } = announcement
  const t = await getTranslations('announcements')
  const title = localised(announcement, 'title', await getLocale())
  return (
    <Undo
      title={t('pending', { title })}
      seconds={secondsToUndo(publishedAt)}
      undo={undoPublished.bind(null, id)}
    >
      <p>{t.rich('pendingBody', { at: () => <Moment at={publishedAt} as="time" /> })}</p>
    </Undo>
  )
}

async function Row({ announcement }: { announcement: Entry }) {
  const { id, kind, audience, recipients, publishedAt, withdrawnAt, _count } = announcement
  const t = await getTranslations('announcements')
  const format = await getFormatter()
  const locale = await getLocale()
  const waiting = _count.waiting
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <KindBadge kind={kind} />
          {withdrawnAt && <Badge>{t('withdrawn')}</Badge>}
        </div>
        <TextLink id={`title-${id}`} href={`/announcements/${id}`} className="[overflow-wrap:anywhere]">
          {localised(announcement, 'title', locale)}
        </TextLink>
        <p className="text-muted text-sm">
          <AnnouncementPeriod announcement={announcement} />
        </p>
        <p className="text-muted text-sm">
          {t('sentTo', { audience: t(`audiences.${audience}`), count: recipients })}
          {waiting > 0 && ` ${t('stillToSend', { count: format.number(waiting) })}`}
        </p>
      </div>
      {!withdrawnAt && secondsToUndo(publishedAt) === 0 && (
        <div className="flex flex-wrap gap-2">
          {/* A form, so that it is a button as well. */}
          <form action={`/administration/announcements/${id}`}>
            <Button type="submit" variant="secondary" size="small" aria-describedby={`title-${id}`}>
              {t('edit')}
            </Button>
          </form>
          <ActionForm action={withdrawPublished.bind(null, id)}>
            <SubmitButton variant="secondary" size="small" aria-describedby={`title-${id}`}>
              {t('withdraw')}
            </SubmitButton>
          </ActionForm>
        </div>
      )}
    </div>
  )
}
