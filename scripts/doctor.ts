import { parseArgs } from 'node:util'
import { closeDatabase, databasePool } from '@/lib/database'
import { getSettings, refuseIncomplete, SettingsError } from '@/lib/env'
import { runChecks } from '@/lib/health/run-checks'
import { type Finding, stateOf } from '@/lib/health/schema'
import { describeFinding, formatFinding } from './doctor/report'
import { connectScript } from './settings'

// `npm run doctor [-- --json]`: looks at a running installation and says what to do. Exits with 1 when something failed.
const { values } = parseArgs({ options: { json: { type: 'boolean' } } })
const findings = await look().finally(closeDatabase)
if (values.json) {
  const report = findings.map((finding) => ({ ...finding, ...describeFinding(finding) }))
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
} else for (const finding of findings) process.stdout.write(`${formatFinding(finding)}\n`)
if (findings.some((finding) => stateOf(finding) === 'failed')) process.exitCode = 1

async function look(): Promise<Finding[]> {
  try {
    const { settings, dataDir, embedded } = connectScript('guichet-doctor')
    if (!embedded) refuseIncomplete(settings)
    process.env.DATA_DIR = dataDir
    const { MAILBOX_SMTP_PORT, SMTP_URL, REDIS_URL, DATABASE_READ_URL } = settings
    // What the embedded default generated is in the environment by now.
    const own = getSettings()
    return await runChecks(databasePool(), own, {
      smtpUrl: SMTP_URL ?? `smtp://127.0.0.1:${MAILBOX_SMTP_PORT}`,
      redisUrl: REDIS_URL ?? null,
      tokenKeys: own.TOKEN_KEYS,
      standbyUrls: DATABASE_READ_URL,
    })
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return [{ check: 'settings', outcome: 'wrong', values: { reason: error.message } }]
  }
}
