import { expect, test } from 'vitest'
import { reportOnce } from './causes'
import type { Finding } from './schema'

const finding = (text: string, values: Finding['values'] = {}): Finding => {
  const [check, outcome, subject] = text.split(' ')
  return {
    check,
    outcome,
    ...(subject && { subject }),
    values: { host: subject ?? '', ...values },
  } as Finding
}
const notReady = (subject: string, reason: string) => finding(`process not_ready ${subject}`, { reason })
const silent = (subject: string, address: string) =>
  finding(`process silent ${subject}`, { address, reason: 'x' })

const once: [string, Finding[], string[]][] = [
  [
    'a database that is away',
    [
      finding('database unreachable'),
      notReady('portal', 'database_unreachable'),
      notReady('worker', 'database_unreachable'),
    ],
    ['database unreachable'],
  ],
  [
    'migrations',
    [
      finding('migrations pending'),
      notReady('sandbox', 'migrations_pending'),
      notReady('worker', 'stopping'),
    ],
    ['migrations pending', 'process not_ready worker'],
  ],
  [
    'an obstacle that nothing else names',
    [notReady('feed', 'keys_do_not_match')],
    ['process not_ready feed'],
  ],
  [
    'an expired certificate',
    [
      finding('process untrusted sandbox', { address: 'https://a.test/readyz', reason: 'CERT_HAS_EXPIRED' }),
      silent('production', 'https://b.test/readyz'),
      finding('certificate ended a.test', { days: -3 }),
    ],
    ['process silent production', 'certificate ended a.test'],
  ],
  [
    'a proxy that is down',
    [
      silent('sandbox', 'https://a.test/readyz'),
      finding('certificate unreachable a.test', { reason: 'ECONNREFUSED' }),
      finding('certificate unreachable b.test', { reason: 'ECONNREFUSED' }),
      finding('certificate unreachable c.test', { reason: 'ENOTFOUND' }),
    ],
    ['certificate unreachable a.test, b.test', 'certificate unreachable c.test'],
  ],
  [
    'a certificate that is good',
    [silent('sandbox', 'https://a.test/readyz'), finding('certificate good a.test')],
    ['process silent sandbox', 'certificate good a.test'],
  ],
  [
    'a standby that is away',
    [
      finding('statements unreachable s:1', { reason: 'E' }),
      finding('standby unreachable s:1', { reason: 'E' }),
    ],
    ['standby unreachable s:1'],
  ],
  [
    'a feed that is down',
    [finding('process feed_silent feed'), finding('feed silent'), finding('accounts stale')],
    ['feed silent'],
  ],
  [
    'a feed that is elsewhere, or has just stopped',
    [finding('process feed_silent feed'), finding('feed good')],
    ['process feed_silent feed', 'feed good'],
  ],
  [
    'a sender that was paused',
    [finding('feed paused a'), finding('feed behind a'), finding('feed behind b'), finding('accounts stale')],
    ['feed paused a', 'feed behind b'],
  ],
  ['a feed that never came', [finding('feed never'), finding('accounts stale')], ['feed never']],
  [
    'a worker that does nothing for hours',
    [
      finding('process worker_silent worker'),
      finding('webhooks waiting'),
      finding('audit_webhooks behind'),
      finding('cleanup stopped'),
    ],
    ['cleanup stopped'],
  ],
  [
    'a worker that has just stopped',
    [
      finding('process worker_silent worker'),
      finding('webhooks waiting'),
      finding('audit_webhooks behind'),
      finding('cleanup good'),
    ],
    ['webhooks waiting', 'cleanup good'],
  ],
  [
    'a receiver of audit entries that is away',
    [finding('webhooks good'), finding('audit_webhooks behind'), finding('cleanup good')],
    ['webhooks good', 'audit_webhooks behind', 'cleanup good'],
  ],
  [
    'a relay that is down',
    [finding('mail_queue stuck'), finding('relay unreachable')],
    ['relay unreachable'],
  ],
  [
    'a relay that works again',
    [finding('mail_queue waiting'), finding('relay good')],
    ['mail_queue waiting', 'relay good'],
  ],
  ['two pauses', [finding('feed paused a'), finding('feed paused b')], ['feed paused a', 'feed paused b']],
]

test.each(once)('%s is reported once', (_cause, findings, expected) => {
  const found = reportOnce(findings).map(({ check, outcome, subject }) => [check, outcome, subject])
  expect(found.map((parts) => parts.filter(Boolean).join(' '))).toEqual(expected)
})

test('certificates that end on different days are one finding, with the first of these days', () => {
  const soon = (host: string, days: number) => finding(`certificate ends_soon ${host}`, { days, reason: '' })
  expect(reportOnce([soon('a.test', 9), soon('b.test', 3)])).toEqual([
    {
      check: 'certificate',
      outcome: 'ends_soon',
      subject: 'a.test, b.test',
      values: { host: 'a.test, b.test', days: 3, reason: '' },
    },
  ])
})
