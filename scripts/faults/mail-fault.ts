import { setTimeout as pause } from 'node:timers/promises'
import { countQueued } from './post-office'
import type { Scenario } from './scenario'

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
    while ((await countQueued(owner)) > 20 && Date.now() - began < 90_000) await pause(500)
    const minutes = (smtpAway / 60_000).toFixed(1).replace(/\.0$/, '')
    return `away for ${minutes} min${smtpAway < 600_000 ? ' (not the whole ten)' : ''}; ${waiting} mails waited, all but the newest gone ${Math.round((Date.now() - began) / 1000)} s after it was back`
  },
}
