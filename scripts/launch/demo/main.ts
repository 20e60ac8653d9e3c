import { randomInt } from 'node:crypto'
import { closeDatabase, connectTo } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { reportToStart } from '@/scripts/operate/report'
import { seedDemo } from './seed'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 16

await reportToStart(async () => {
  connectTo(requireSetting('DATABASE_URL'), 'guichet-demo')
  try {
    return await seedDemo(Array.from({ length }, () => letters[randomInt(letters.length)]).join(''))
  } finally {
    await closeDatabase()
  }
})
