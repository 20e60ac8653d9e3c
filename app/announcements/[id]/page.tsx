import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { EventTime, KindBadge, TimelineRow } from '@/components/announcements'
import { DateTime } from '@/components/ui/date-time'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import type { Announcement } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { findPublished, phaseOf } from '@/lib/announcements/queries'
import { type DeprecableEndpoint, deprecableEndpoints } from '@/lib/announcements/schema'
import { now } from '@/lib/clock'
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
  const isOver = phase !== 'current' || withdrawnAt !== null
  return (
    <article className="mx-auto max-w-200">
      <header className="pb-6">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <KindBadge kind={kind} isOver={isOver} />
          {!withdrawnAt && <About announcement={announcement} />}
        </p>
        <h1 className="mt-3 text-3xl [overflow-wrap:anywhere] sm:text-[2.75rem] sm:leading-12">
          {localised(announcement, 'title', locale)}
        </h1>
      </header>
      {withdrawnAt ? (
        <Notice title={t('withdrawnTitle')}>
          <p>{t.rich('withdrawnOn', { at: () => <DateTime at={withdrawnAt} /> })}</p>
        </Notice>
      ) : (
        <>
          <p className="mb-8 max-w-prose whitespace-pre-line text-lg [overflow-wrap:anywhere]">
            {localised(announcement, 'text', locale)}
          </p>
          <Events announcement={announcement} />
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

/** How far it is, unless it stays for good, and what it is about. */
async function About({ announcement }: { announcement: Announcement }) {
  const t = await getTranslations('announcements')
  const { kind, audience, endpoint } = announcement
  if (endpoint) return <code>{deprecableEndpoints[endpoint as DeprecableEndpoint]}</code>
  const phase = kind !== 'change' && t(`phases.${phaseOf(announcement)}`, { kind })
  const affects = audience === 'everyone' ? t('allApplications') : t(`audiences.${audience}`)
  return <>{[phase, affects].filter(Boolean).join(' · ')}</>
}

/** What is known of it by time, the latest first. */
async function Events({ announcement }: { announcement: Announcement }) {
  const t = await getTranslations('announcements.events')
  const { startsAt, endsAt, sunsetOn, publishedAt, changedAt } = announcement
  const at = now()
  const events = [
    { event: 'sunset', time: sunsetOn },
    { event: 'end', time: sunsetOn ? null : endsAt },
    { event: 'change', time: changedAt > publishedAt ? changedAt : null },
    { event: sunsetOn ? 'deprecation' : 'start', time: startsAt },
    { event: 'publication', time: publishedAt },
  ] as const
  const known = events.flatMap(({ event, time }) => (time ? [{ event, time, isPast: time <= at }] : []))
  const latest = known.toSorted((a, b) => b.time.getTime() - a.time.getTime())
  const current = phaseOf(announcement) === 'current' && latest.find(({ isPast }) => isPast)
  return (
    <ol>
      {latest.map((each) => (
        <TimelineRow
          key={each.event}
          look={lookOf(each, each === current)}
          when={<EventTime startsAt={each.time} endsAt={null} sunsetOn={null} />}
        >
          <p className="font-medium">{t(each.event, { past: String(each.isPast) })}</p>
        </TimelineRow>
      ))}
    </ol>
  )
}

function lookOf({ event, isPast }: { event: string; isPast: boolean }, isCurrent: boolean) {
  if (isCurrent) return 'current'
  if (!isPast) return 'scheduled'
  return event === 'end' ? 'past' : 'lasting'
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
