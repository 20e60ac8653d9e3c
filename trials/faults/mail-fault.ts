import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '@/lib/timeout'
import { countQueued } from './post-office'
import type { Scenario } from './scenario'

/** Mails that are always under way while the run goes on writing. */
const fewest = 20
const timeoutMs = 300_000

/** The relay is not there for a while; mails wait. */
export const mailFault: Scenario = {
  name: 'smtp',
  title: 'The mail relay is gone',
  async run({ postOffice, smtpAway, owner }, { lifted }) {
    await postOffice.close()
    await pause(smtpAway)
    const waiting = await countQueued(owner)
    await postOffice.open()
    lifted()
    const began = Date.now()
    if (!(await waitUntil(async () => (await countQueued(owner)) <= fewest, timeoutMs, 500)))
      throw new Error('mails still wait after five minutes')
    const minutes = (smtpAway / 60_000).toFixed(1).replace(/\.0$/, '')
    return `away for ${minutes} min${smtpAway < 600_000 ? ' (not the whole ten)' : ''}; ${waiting} mails waited, all but the newest gone ${Math.round((Date.now() - began) / 1000)} s after it was back`
  },
}
