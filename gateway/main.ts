import { SettingsError } from '@/lib/env'
import { startGateway } from './start'

startGateway().catch((error) => {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
})
