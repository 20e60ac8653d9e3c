import { SettingsError } from '@/lib/env'
import { startFeed } from './start'

startFeed().catch((error) => {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
})
