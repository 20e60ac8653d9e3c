import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AnnouncementPeriod } from '@/components/announcements'
import { classNames } from '@/components/class-names'
import { DateTime } from '@/components/ui/date-time'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import type { Announcement } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { findPublished, phaseOf } from '@/lib/announcements/queries'
import { type DeprecableEndpoint, deprecableEndpoints } from '@/lib/announcements/schema'
import { localised } from '@/lib/translations'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const announcement = await findPublished((await params).id)
  return { title: announcement ? localised(announcement, 'title', await getLocale()) : undefined }
}

/** One announcement, for everyone; of a withdrawn one only that it was. */
export default async function AnnouncementPage({ params }: Props) {
  const announcement = await findPublished((await params).id)
  if (!announcement) notFound()
  const t = await getTranslations('announcements')
  const locale = await getLocale()
  const { kind, withdrawnAt } = announcement
  const phase = phaseOf(announcement)
  const isCurrent = phase === 'current' && !withdrawnAt
  return (
    <article className="mx-auto max-w-200">
      <header className="pb-7">
        <p className={classNames('font-medium text-sm', isCurrent ? tones[kind] : 'text-muted')}>
          {t(`kinds.${kind}`)}
          {!withdrawnAt && `, ${t(`phases.${phase}`, { kind })}`}
        </p>
        <h1 className="mt-1 text-3xl [overflow-wrap:anywhere] sm:text-[2.75rem] sm:leading-12">
          {localised(announcement, 'title', locale)}
        </h1>
      </header>
      {withdrawnAt ? (
        <Notice title={t('withdrawnTitle')}>
          <p>{t.rich('withdrawnOn', { at: () => <DateTime at={withdrawnAt} /> })}</p>
        </Notice>
      ) : (
        <>
          <Facts announcement={announcement} />
          <p className="max-w-prose whitespace-pre-line py-8 [overflow-wrap:anywhere]">
            {localised(announcement, 'text', locale)}
          </p>
          {phase !== 'past' && <WhatToDo announcement={announcement} />}
        </>
      )}
      <p className="mt-8 flex gap-6 border-line border-t pt-4 text-xs">
        <TextLink href="/status">{(await getTranslations('common.footer'))('status')}</TextLink>
        <TextLink href="/announcements.atom">Atom</TextLink>
        <TextLink href="/announcements.json">JSON</TextLink>
      </p>
    </article>
  )
}

async function Facts({ announcement }: { announcement: Announcement }) {
  const t = await getTranslations('announcements')
  const { audience, endpoint, sunsetOn, startsAt, endsAt, publishedAt, changedAt } = announcement
  const facts: [string, ReactNode][] =
    endpoint && sunsetOn
      ? [
          [t('endpoint'), <code key="endpoint">{deprecableEndpoints[endpoint as DeprecableEndpoint]}</code>],
          [t('deprecatedFrom'), <DateTime key="from" at={startsAt} />],
          [t('sunset'), <DateTime key="sunset" at={sunsetOn} as="date" />],
        ]
      : [
          [t('affects'), audience === 'everyone' ? t('allApplications') : t(`audiences.${audience}`)],
          [t('when'), <AnnouncementPeriod key="when" announcement={{ startsAt, endsAt }} />],
        ]
  facts.push([t('publishedAt'), <DateTime key="published" at={publishedAt} />])
  if (changedAt > publishedAt) facts.push([t('changedAt'), <DateTime key="changed" at={changedAt} />])
  return (
    <dl className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-line border-y py-3.5">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted text-xs">{term}</dt>
          <dd className="font-medium text-sm">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What a program does while calls may fail, and the response by which it knows; or what a deprecated endpoint adds. */
async function WhatToDo({ announcement: { kind, startsAt, sunsetOn } }: { announcement: Announcement }) {
  if (kind === 'change') return null
  const t = await getTranslations('announcements.whatToDo')
  const headers =
    sunsetOn && `Deprecation: @${Math.floor(startsAt.getTime() / 1000)}\nSunset: ${sunsetOn.toUTCString()}`
  return (
    <section className="grid gap-x-8 gap-y-4 border-line border-t pt-5 md:grid-cols-2">
      <div className="text-sm">
        <h2 className="text-subject">{t('title')}</h2>
        <p className="mb-3 text-muted">
          {headers ? t('deprecated') : t.rich('body', { code: (text) => <code>{text}</code> })}
        </p>
        {!headers && <TextLink href="/docs/errors/unavailable">{t('more')}</TextLink>}
      </div>
      <pre className="overflow-x-auto rounded-xl bg-code p-4 font-mono text-code-ink text-xs">
        {headers ?? response}
      </pre>
    </section>
  )
}

const response = `HTTP/1.1 503 Service Unavailable
Retry-After: 4
Content-Type: application/problem+json

{ "status": 503, "code": "unavailable" }`

const tones = {
  incident: 'text-warning',
  maintenance: 'text-info',
  deprecation: 'text-warning',
  change: 'text-muted',
} as const
