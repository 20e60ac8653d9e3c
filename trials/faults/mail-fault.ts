import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '@/lib/timeout'
import type { Scenario } from './scenario'
import { countQueued } from './smtp-sink'

/** Mails that are always under way while the run continues writing. */
const fewest = 20
const timeoutMs = 300_000

/** The relay is unavailable for a while; e-mails wait in the queue. */
export const mailFault: Scenario = {
  name: 'smtp',
  title: 'The mail relay is gone',
  async run({ smtpSink, smtpAway, owner }, { lifted }) {
    await smtpSink.close()
    await pause(smtpAway)
    const waiting = await countQueued(owner)
    await smtpSink.open()
    lifted()
    const began = Date.now()
    if (!(await waitUntil(async () => (await countQueued(owner)) <= fewest, timeoutMs, 500)))
      throw new Error('mails still wait after five minutes')
    const minutes = (smtpAway / 60_000).toFixed(1).replace(/\.0$/, '')
    return `away for ${minutes} min${smtpAway < 600_000 ? ' (not the whole ten)' : ''}; ${waiting} e-mails queued, all but the newest sent ${Math.round((Date.now() - began) / 1000)} s after it was back`
  },
}
