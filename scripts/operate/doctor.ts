import { databasePool } from '@/lib/database'
import { getSettings, refuseIncomplete, SettingsError } from '@/lib/env'
import { runChecks } from '@/lib/health/run-checks'
import { type Finding, stateOf } from '@/lib/health/schema'
import { defineCommand, print } from './command'
import { describeFinding, formatFinding } from './doctor/report'
import { connectUnchecked } from './settings'

export default defineCommand({
  usage: `Usage: guichet doctor [--json]

Checks a running installation, changes nothing, and says what to do. Exits with 1 when something failed.

  --json  the findings as JSON`,
  options: { json: { type: 'boolean' } },
  async run({ json }) {
    const findings = await examine()
    const report = findings.map((finding) => ({ ...finding, ...describeFinding(finding) }))
    if (json) print(JSON.stringify(report, null, 2))
    else for (const finding of findings) print(formatFinding(finding))
    return findings.some((finding) => stateOf(finding) === 'failed') ? 1 : 0
  },
})

async function examine(): Promise<Finding[]> {
  try {
    const { settings, dataDir, embedded } = connectUnchecked('guichet-doctor')
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
