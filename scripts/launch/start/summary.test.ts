import { expect, test } from 'vitest'
import { parseSettings } from '@/lib/env'
import type { Prepared } from '@/scripts/operate/prepare/database'
import type { Installation } from './installation'
import { planProcesses } from './processes'
import { summarize } from './summary'

const database = { DATABASE_URL: 'postgres://db/guichet' }

// Whether start runs the feed, and what it says of it, by the settings and its keys.
test.each<[Record<string, string>, string, string]>([
  [{}, 'wallet:generated', 'http://localhost:4003; its key is FEED_KEYS in /data/keys.json'],
  [database, 'wallet:given', 'http://localhost:4003'],
  [database, '', 'off: set FEED_KEYS to start it'],
  [
    { ...database, FEED_ADDRESS: '0.0.0.0' },
    'wallet:given',
    '0.0.0.0, port 4003, without TLS: put a proxy with TLS in front of it',
  ],
])('%j with the keys “%s”: %s', (env, FEED_KEYS, expected) => {
  const settings = parseSettings(env as unknown as NodeJS.ProcessEnv)
  const rest = { dataDir: '/data', databases: {}, environment: {}, roles: {} }
  const installation = { settings, keys: { FEED_KEYS }, ...rest } as unknown as Installation
  const plans = planProcesses(installation, { distDir: 'd', outDir: 'o' })
  expect(plans.some(({ name }) => name === 'feed')).toBe(!expected.startsWith('off'))
  const text = summarize(installation, { reviewer: null } as Prepared)
  const line = text.split('\n').find((each) => each.includes('Feed of accounts'))
  expect(line?.replace(/^.*Feed of accounts\W*?(?=http|off|0)/, '').replace(/\W*$/, '')).toBe(expected)
  expect(text).not.toContain('wallet:')
})
