import { join } from 'node:path'

/**
 * Fills a database for the gateway of the tree that this runs in, builds that, and says on one line how to start it;
 * ends with its standard input. The tree may be an older one: only what both have is used.
 */
const [folder = '', port = '', applications = '', accounts = ''] = process.argv.slice(2)
const { prepareSetting, writeForms } = await import(join(folder, 'setting.ts'))
const { buildServer, buildServers = buildServer, describeServer } = await import(join(folder, 'servers.ts'))

await buildServers(['guichet'])
const setting = await prepareSetting(`stage-${port}`, Number(applications), Number(accounts))
const contender = describeServer('guichet', setting)
Object.assign(contender, { port: Number(port) })
Object.assign(contender.env, { SANDBOX_PORT: port, METRICS_PORT: String(Number(port) + 19) })
process.stdout.write(
  `${JSON.stringify({ contender, folder: setting.folder, forms: writeForms(setting), accounts: setting.accounts, ownerUrl: setting.ownerUrl })}\n`,
)
process.stdin.on('end', () => setting.close().then(() => process.exit(0))).resume()
