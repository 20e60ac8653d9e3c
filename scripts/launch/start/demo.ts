import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../bundle.mjs'
import type { SignIns } from '../demo/seed'
import { writeFileAs } from '../postgres/owned-file'
import { projectRoot } from '../root'
import { table } from './console'
import type { Installation } from './installation'
import { runStep } from './prepare'
import { prepareEnvironment } from './processes'

/** How the demo is started, for sentences about it. */
export const demoCommand = 'npm start -- --demo'

const program = 'scripts/launch/demo/main.ts'

/**
 * Fills the demo on its first start. `sign-ins.json` in its data folder is written last, readable by its owner only.
 * @param outDir where its program is bundled to: it is no part of the product's build
 * @throws Error with a sentence, also if an earlier start was ended before the demo was complete
 */
export async function prepareDemo(installation: Installation, outDir: string): Promise<SignIns> {
  const { dataDir, keys } = installation
  const file = fileOf(dataDir)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  bundle(projectRoot, { demo: program }, outDir)
  const env = { ...prepareEnvironment(installation), SECRET_HASH_KEYS: keys.SECRET_HASH_KEYS }
  const signIns = await runStep<SignIns>(
    join(outDir, 'demo.js'),
    env,
    dataDir,
    'The demo could not be filled',
  )
  writeFileAs(null, file, `${JSON.stringify(signIns, null, 2)}\n`)
  return signIns
}

/** The URLs, and everyone who can sign in. */
export function summarizeDemo({ settings, dataDir }: Installation, { password, people }: SignIns): string {
  const addresses: [string, string][] = [
    ['Portal', settings.PORTAL_URL],
    ['Sandbox gateway', settings.SANDBOX_AUTH_URL],
    ['Production gateway', settings.PRODUCTION_AUTH_URL],
    ['Mailbox', `http://localhost:${settings.MAILBOX_PORT}`],
    ['Feed of accounts', `http://localhost:${settings.FEED_PORT}, with a wallet whose balances change`],
    ['Data and logs', dataDir],
    ['Password', `${password}  (of all these accounts)`],
  ]
  const accounts = people.map(({ email, role, shows }): [string, string] => [email, `${role}: ${shows}`])
  const keys = people.flatMap(({ email, factor }): [string, string][] =>
    factor ? [[email, factor.setupKey]] : [],
  )
  return [
    '\nThis is a demo of Guichet: people, companies and calls are invented. It listens on loopback only. Ctrl-C stops it.',
    table(addresses),
    table(accounts),
    `Reviewers and administrators also need a code. Enter the setup key in an authenticator app, or use one of the\nrecovery codes in ${fileOf(dataDir)}.`,
    `${table(keys)}\n`,
  ].join('\n\n')
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'sign-ins.json')
}
