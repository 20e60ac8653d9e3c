import { closeDatabase, connectTo } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { reportToStart } from '@/scripts/operate/explain'
import { makePassword } from '../start/keys'
import { seedDemo } from './seed'

await reportToStart(async () => {
  connectTo(requireSetting('DATABASE_URL'), 'guichet-demo')
  try {
    return await seedDemo(makePassword())
  } finally {
    await closeDatabase()
  }
})
