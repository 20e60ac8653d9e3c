import { SettingsError } from '@/lib/env'
import { adoptConsole, createLogger } from '@/lib/logger'
import { startPortal } from './start'

const logger = createLogger('portal')

startPortal(logger).then(
  // From here on, all output is Next's.
  () => {},
  (error) => {
    process.stderr.write(`${error instanceof SettingsError ? error.message : error?.stack}\n`)
    process.exit(1)
  },
)
adoptConsole(logger)
