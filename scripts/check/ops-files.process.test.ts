import { type ChildProcess, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { parseSettings, removedSettings, secretNames, settingNames } from '@/lib/env'
import { checks } from '@/lib/health/schema'
import { relayTimeoutMs } from '@/lib/timeout'
import { startProgram } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { projectRoot } from '../launch/root'
import { describeUnknownNames } from '../launch/start/setting-names'
import { findFreePorts } from './ports'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const everySetting = [...settingNames, ...Object.keys(removedSettings)]
/** Settings that compose.yaml leaves out, and why. */
const notInCompose = {
  FEED_PORT: 'reached by its name, in the network of the proxy',
  PORTAL_PORT: 'a container has its ports to itself',
  SANDBOX_PORT: 'likewise',
  PRODUCTION_PORT: 'likewise',
  METRICS_PORT: 'likewise',
  SANDBOX_AUTH_URL: 'its Caddyfile has one site for each environment',
  PRODUCTION_AUTH_URL: 'likewise',
  SANDBOX_GATEWAY_DATABASE_URL: 'both environments have one role there',
  PRODUCTION_GATEWAY_DATABASE_URL: 'likewise',
  MAILBOX_PORT: 'the mailbox is only with npm start',
  MAILBOX_SMTP_PORT: 'likewise',
}
/** Whether a value is set from the variable of this name. */
const readsOwn = (name: string, value: string) => value.includes(`\${${name}:`)
/** Networks of a service, by name, in either notation. */
const networksOf = (networks: string[] | Record<string, unknown>) =>
  Array.isArray(networks) ? Object.fromEntries(networks.map((name) => [name, {}])) : networks
/** The fields of each service that tests read. */
type Limited = {
  environment?: Record<string, string>
  secrets?: string[]
  mem_limit?: string
  pids_limit?: number
}
/** What docs/operations/metrics.md has above its rows. */
const metricsPage = [
  '# Metrics',
  '',
  'Every metric that a process exports at its metrics port ([where](monitoring.md)), with the text that Prometheus shows for it.',
  'Written by `npx vitest run scripts/check/ops-files -u` from what the processes export.',
  '',
  '| metric | type | process | meaning |',
  '|---|---|---|---|',
]
/** What has no value before the first call, job, application, change or position, or without a standby. */
const notMeasuredYet = [
  'guichet_requests_total',
  'guichet_request_seconds',
  'guichet_tokens_total',
  'guichet_lookup_batch_size',
  'guichet_portal_responses_total',
  'guichet_job_seconds',
  'guichet_applications',
  'guichet_balance_reads_total',
  'guichet_standby_age_seconds',
  'guichet_accounts_newest_change_age_seconds',
  'guichet_feed_newest_change_age_seconds',
  'guichet_feed_position',
  'guichet_feed_restarted',
]
/** Set by what starts a process; not settings of the installation. */
const ofProcesses = ['GATEWAY_ENVIRONMENT', 'NODE_ENV']

describe('what Prometheus and Grafana are given', () => {
  const database = withOwnDatabase()
  const children: ChildProcess[] = []
  const texts: Record<string, string> = {}
  const names: Record<string, Set<string>> = {}

  beforeAll(async () => {
    const first = await findFreePorts(8)
    const env = {
      ...process.env,
      NODE_ENV: 'production' as const,
      METRICS_PORT: String(first),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'portal@example.org',
      REVIEWER_EMAIL: 'reviewer@example.org',
      // Without it no gateway has a metric of the limit store.
      REDIS_URL: 'redis://127.0.0.1:1',
    }
    const processes = {
      portal: [
        [
          '-e',
          `import('./portal/start.ts').then(({ createMetricsServer }) =>
            createMetricsServer(new (require('node:http').Server)(), console, async () => true).listen(${first}, '127.0.0.1'))`,
        ],
        { DATABASE_URL: database.portalUrl },
      ],
      sandbox: [
        ['gateway/main.ts'],
        {
          DATABASE_URL: database.gatewayUrl,
          GATEWAY_ENVIRONMENT: 'sandbox',
          SANDBOX_PORT: String(first + 5),
        },
      ],
      production: [
        ['gateway/main.ts'],
        {
          DATABASE_URL: database.gatewayUrl,
          GATEWAY_ENVIRONMENT: 'production',
          PRODUCTION_PORT: `${first + 6}`,
        },
      ],
      worker: [['worker/main.ts'], { DATABASE_URL: database.workerUrl }],
      feed: [
        ['feed/main.ts'],
        {
          DATABASE_URL: database.feedUrl,
          FEED_KEYS: `core:${'k'.repeat(32)}`,
          FEED_EXPECTED_SECONDS: '60',
          FEED_PORT: `${first + 7}`,
        },
      ],
    } as const
    for (const [, [args, own]] of Object.entries(processes))
      children.push(startProgram([...args], { ...env, ...own }))
    for (const [index, name] of Object.keys(processes).entries()) {
      const text = await scrape(first + index)
      texts[name] = text
      names[name] = namesOf(text)
    }
  }, 120_000)

  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
  })

  function scrape(port: number): Promise<string> {
    return vi.waitFor(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), {
      timeout: 60_000,
      interval: 100,
    })
  }

  function namesOf(text: string): Set<string> {
    const samples = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    )
    return new Set(samples)
  }

  const named = (text: string) =>
    new Set([...text.matchAll(/\b(?:guichet|nodejs|process)_\w+/g)].map(([name]) => name))
  const dashboard = () => JSON.parse(read('ops/grafana/dashboard.json'))
  const expressions = () => [
    ...dashboard().panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
    ...parse(read('ops/alerts.yml')).groups.flatMap(({ rules }: { rules: { expr: string }[] }) =>
      rules.map(({ expr }) => expr),
    ),
  ]

  test('each metric in a panel or a rule is exported by a process', () => {
    const all = new Set(Object.values(names).flatMap((each) => [...each]))
    const missing = [...named(expressions().join('\n'))].filter((name) => !all.has(name))
    expect(missing).toEqual([])
  })

  test('each of our metrics is in a panel or a rule', () => {
    const used = named(expressions().join('\n'))
    const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
    const seen = new Set([...used].map(family))
    for (const [process, own] of Object.entries(names)) {
      const ours = [...own].filter((name) => name.startsWith('guichet_')).map(family)
      expect(ours.length, process).toBeGreaterThan(0)
      expect(
        ours.filter((name) => !seen.has(name)),
        process,
      ).toEqual([])
    }
  })

  test('a panel of counts shows 0 where nothing has happened yet, as an empty one looks broken', () => {
    const queries: string[] = dashboard().panels.flatMap(
      ({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr),
    )
    const samples = Object.values(texts).join('\n')
    const empty = queries.filter((expr) => {
      if (expr.endsWith(' or vector(0)') || notMeasuredYet.some((name) => expr.includes(name))) return false
      return [...named(expr)].some(
        (name) => !new RegExp(`^${name}(\\{.*\\})? [\\d.e+-]+$`, 'm').test(samples),
      )
    })
    expect(empty).toEqual([])
    // A quantile of nothing is no number.
    const quantiles = queries.filter(
      (expr) => expr.startsWith('histogram_quantile') && /guichet_feed/.test(expr),
    )
    for (const expr of quantiles)
      expect(expr).toMatch(/ >= 0 or 0 \* sum by \(name\) \(rate\(\w+_count\[5m\]\)\)$/)
    expect(quantiles).toHaveLength(1)
  })

  test('docs/operations/metrics.md describes each metric that is exported', async () => {
    const described = new Map<string, { type: string; help: string; processes: string[] }>()
    for (const [process, text] of Object.entries(texts))
      for (const [, name = '', help = '', type = ''] of text.matchAll(
        /^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm,
      )) {
        const { processes } = described.get(name) ?? { processes: [] }
        described.set(name, { type, help, processes: [...processes, process] })
      }
    const rows = [...described].map(
      ([name, { type, help, processes }]) =>
        `| \`${name}\` | ${type} | ${processes.length === 5 ? 'all' : processes.join(', ')} | ${help} |`,
    )
    await expect(
      [...metricsPage, ...rows.sort(), ''].join('\n'),
      'npx vitest run scripts/check/ops-files -u',
    ).toMatchFileSnapshot(join(projectRoot, 'docs/operations/metrics.md'))
  })

  test('each alert has its section in the runbook, with all four parts, and its tests', () => {
    const sections = read('docs/runbook.md').split(/^## /m).slice(1)
    const alerts: string[] = parse(read('ops/alerts.yml')).groups[0].rules.map(
      ({ alert, annotations }: { alert: string; annotations: { runbook_url: string } }) => {
        expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
        return alert
      },
    )
    expect(sections.map((section) => section.split('\n')[0])).toEqual(alerts)
    for (const section of sections)
      for (const part of ['Symptom', 'Cause', 'Command', 'Expected'])
        expect(section, section.slice(0, 30)).toContain(`\n- **${part}**: `)
    const tested = parse(read('ops/alerts.test.yml')).tests.map(({ name }: { name: string }) => name)
    expect(tested).toEqual(alerts.flatMap((alert) => [`${alert} fires`, `${alert} is quiet`]))
  })
})

test('each alert has its check, which speaks of the same, or says why there is none', () => {
  const rules = [...read('ops/alerts.yml').matchAll(/^( *#.*\n)? *- alert: (\w+)$/gm)]
  const unsaid = rules.filter(([, line = '']) => {
    const [, check = '', outcome = ''] = /# check: (\w+)\.(\w+)$/m.exec(line) ?? []
    const state = (checks as Record<string, Record<string, string>>)[check]?.[outcome]
    return !/^(warning|failed)$/.test(state ?? '') && !/# no check: .{10}/.test(line)
  })
  expect(rules).toHaveLength(parse(read('ops/alerts.yml')).groups[0].rules.length)
  expect(unsaid.map(([, , alert]) => alert)).toEqual([])
})

describe('the files for a deployment', () => {
  /** With the addresses and the version that it has by itself. */
  const compose = () =>
    parse(read('compose.yaml').replace(/\$\{GUICHET_\w+:-([^}]+)\}/g, '$1'), { merge: true })

  test('each setting in a service or a unit exists', () => {
    const given = Object.values(
      compose().services as Record<string, { image: string; environment?: Record<string, unknown> }>,
    )
      .filter(({ image }) => image.startsWith('guichet:'))
      .flatMap(({ environment = {} }) => Object.keys(environment))
    const units = readdirSync(join(projectRoot, 'ops/systemd')).flatMap((file) =>
      [...read(`ops/systemd/${file}`).matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name as string),
    )
    const known = [...everySetting, ...ofProcesses, ...secretNames.map((name) => `${name}_FILE`)] as string[]
    expect([...given, ...units].filter((name) => !known.includes(name))).toEqual([])
    expect(given.length).toBeGreaterThan(10)
  })

  test('our services run unprivileged, and write only to their data; a replica is like the first', () => {
    const { services } = compose()
    // One by one: Compose replaces the replicas of one service at the same time.
    for (const name of ['portal', 'worker', 'gateway-sandbox', 'gateway-production'])
      expect(services[`${name}-2`], name).toEqual(services[name])
    for (const name of Object.keys(services).filter((each) => services[each].image.startsWith('guichet')))
      expect(services[name], name).toMatchObject({
        read_only: true,
        security_opt: ['no-new-privileges:true'],
        cap_drop: ['ALL'],
      })
  })

  test('processes trust the proxy alone, and each public URL is one of its sites', () => {
    const { services } = compose()
    expect(services.portal.environment.TRUSTED_PROXIES).toBe(services.proxy.networks.front.ipv4_address)
    const sites = [...read('ops/compose/Caddyfile').matchAll(/^\{\$(\w+)\} \{$/gm)].map(([, name]) => name)
    for (const name of settingNames.filter((each) => /^(PORTAL|\w+_(AUTH|BASE))_URL$/.test(each)))
      expect(sites, name).toContain(/\$\{(\w+)/.exec(services.portal.environment[name])?.[1])
  })

  test('each process gets its keys as files, and its own limits', () => {
    const { services } = compose()
    for (const [name, { environment = {}, secrets: given = [], mem_limit, pids_limit }] of Object.entries(
      services as Record<string, Limited>,
    )) {
      const files = Object.values(environment).filter((value) => String(value).startsWith('/run/secrets/'))
      // Those of the engines are read by their scripts.
      if (!/^(database-\d|pooler)$/.test(name))
        expect(files.map((file) => file.slice('/run/secrets/'.length)).sort(), name).toEqual(
          [...given].sort(),
        )
      expect(JSON.stringify(environment), name).not.toMatch(/_PASSWORD"|postgres:\/\//)
      expect(mem_limit, name).toMatch(/^\d+[mg]$/)
      expect(pids_limit, name).toBeGreaterThan(0)
    }
  })

  test('images have the version of this project', () => {
    const { version } = JSON.parse(read('package.json'))
    const named = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, each]) => each)
    expect(named('compose.yaml', /\$\{GUICHET_VERSION:-([^}]+)\}/g)).toEqual([version, version])
    expect(compose().services.prepare.build.args.GUICHET_COMMIT).toMatch(/^\$\{GUICHET_COMMIT:-\}$/)
    expect(read('Dockerfile')).toMatch(/^ARG GUICHET_COMMIT\nRUN npm run build$/m)
    const tags = /(?:newTag: |\/guichet:)(\d[\w.-]*)/g
    expect(named('ops/kubernetes/kustomization.yaml', tags)).toEqual([version])
    expect(named('docs/operations/kubernetes.md', tags)).toEqual([version, version, version])
  })

  test('services reach only those they need', () => {
    const { services, networks } = compose()
    const reach = (network: string) =>
      Object.keys(services).filter((name) => network in networksOf(services[name].networks))
    const gateways = Object.keys(services).filter((name) => name.startsWith('gateway-'))
    expect(reach('agreement')).toEqual(['etcd', 'database-1', 'database-2'])
    expect(reach('limits')).toEqual(['redis', ...gateways, 'operator'])
    expect(reach('front')).toEqual(['portal', 'portal-2', ...gateways, 'feed', 'proxy'])
    expect(reach('inside').filter((name) => ['etcd', 'redis', 'proxy'].includes(name))).toEqual([])
    expect([networks.agreement.internal, networks.limits.internal]).toEqual([true, true])
  })

  test('.env.example explains each setting', () => {
    const explained = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name as string)
    expect(explained.sort()).toEqual([...settingNames].sort())
  })

  test('folders with keys are neither committed nor sent to the image’s build', () => {
    const folders = [...read('compose.yaml').matchAll(/_DIR:-\.\/(\w+)\}/g)].map(([, name = '']) => name)
    expect(new Set(folders)).toEqual(new Set(['secrets', 'certificates']))
    for (const folder of folders) {
      expect(read('.gitignore').split('\n')).toContain(`/${folder}/`)
      expect(read('.dockerignore').split('\n')).toContain(folder)
    }
  })

  test('compose.yaml passes on each setting, or has a reason not to', () => {
    const given = new Set(
      Object.values(
        compose().services as Record<string, { image: string; environment?: Record<string, string> }>,
      )
        .filter(({ image }) => image.startsWith('guichet:'))
        .flatMap(({ environment = {} }) => Object.entries(environment))
        .map(([name, value]) => [name.replace(/_FILE$/, ''), value] as const)
        // A value in the file itself, or the one that .env has under the same name.
        .filter(([name, value]) => !String(value).includes('${') || readsOwn(name, String(value)))
        .map(([name]) => name),
    )
    expect(everySetting.filter((name) => !given.has(name)).sort()).toEqual(Object.keys(notInCompose).sort())
  })

  test('what compose.yaml alone reads is not reported as an unknown setting', () => {
    const names = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(describeUnknownNames(names)).toEqual([])
  })

  test('the settings of compose.yaml can be left empty', () => {
    const optional = [...read('compose.yaml').matchAll(/\$\{(\w+):-([^}]*)\}/g)]
    expect(optional.length).toBeGreaterThan(15)
    const values = Object.fromEntries(optional.map(([, name = '', fallback = '']) => [name, fallback]))
    expect(parseSettings(values as unknown as NodeJS.ProcessEnv)).toEqual({
      ...parseSettings({} as NodeJS.ProcessEnv),
      DRAIN_SECONDS: 5,
    })
  })

  test('a worker has the time that a mail under way may take', () => {
    const least = relayTimeoutMs / 1000 + 10
    const [, unit] = /^TimeoutStopSec=(\d+)$/m.exec(read('ops/systemd/guichet-worker.service')) ?? []
    expect(Number(unit)).toBeGreaterThanOrEqual(least)
    expect(Number.parseInt(compose().services.worker.stop_grace_period, 10)).toBeGreaterThanOrEqual(least)
  })

  test('the image runs as its own user, whom Kubernetes can tell from root', () => {
    expect(read('Dockerfile')).toMatch(/^USER 1000$/m)
  })

  const units = readdirSync(join(projectRoot, 'ops/systemd')).map((file) =>
    join(projectRoot, 'ops/systemd', file),
  )

  test('what the target starts also stops with it, before it, so that the next start migrates', () => {
    const [, wanted = ''] = /^Wants=(.+)$/m.exec(read('ops/systemd/guichet.target')) ?? []
    const names = wanted.split(' ').map((name) => name.replace(/@\w+/, '@'))
    expect(names).toContain('guichet-prepare.service')
    // Enabled by those who have one.
    for (const name of [...names, 'guichet-feed.service', 'guichet-bridge.service']) {
      const unit = read(`ops/systemd/${name}`)
      expect(unit, name).toMatch(/^PartOf=guichet\.target$/m)
      expect(unit, name).toMatch(/^After=.* guichet\.target$/m)
    }
  })

  test('the documented command reads the files of all units, with the URLs of the owner last', () => {
    const [command = ''] = /^systemd-run [^`]*doctor$/m.exec(read('docs/operations/README.md')) ?? []
    const documented = [...command.matchAll(/EnvironmentFile=-?(\S+)/g)].map(([, file]) => file)
    const units = readdirSync(join(projectRoot, 'ops/systemd')).flatMap((file) =>
      [...read(`ops/systemd/${file}`).matchAll(/^EnvironmentFile=-?(\S+)$/gm)].map(([, name]) => name),
    )
    expect(
      // The bridge is the wallet's, and the doctor does not look at it.
      [...new Set(units)].filter((name = '') => !/%|bridge/.test(name) && !documented.includes(name)),
    ).toEqual([])
    expect(documented.at(-1)).toBe('/etc/guichet/prepare.env')
  })

  test('each unit runs the release that the pages link to, which an upgrade builds in another folder', () => {
    const link = '/opt/guichet/current'
    for (const page of ['install', 'upgrade'])
      expect(read(`docs/operations/${page}.md`)).toContain(`ln -sfn $release ${link}`)
    expect(read('docs/operations/README.md')).toContain(` ${link}/.build/run.js doctor`)
    for (const unit of units.filter((each) => each.endsWith('.service') && !each.includes('failed@')))
      expect(readFileSync(unit, 'utf8'), unit).toMatch(new RegExp(`^WorkingDirectory=${link}$`, 'm'))
  })

  test('migrations are retried, except after an error that only the operator can fix, and left to a newer version', () => {
    const [, script = ''] =
      /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(read('ops/systemd/guichet-prepare.service')) ?? []
    const loop = script.replace('/usr/bin/node .build/run.js prepare', 'run').replaceAll('$$', '$')
    /** Its exit code when the runs of `prepare` end with these. */
    const runWith = (...codes: number[]) => {
      const run = 'run() { set -- $codes; code=$1; shift; codes="$*"; return $code; }'
      return spawnSync('sh', ['-c', `codes='${codes.join(' ')}'; ${run}; ${loop.replace('sleep 5', ':')}`])
        .status
    }
    expect([runWith(0), runWith(1, 1, 0), runWith(1, 78), runWith(1, 65)]).toEqual([0, 0, 78, 0])
  })

  test('a process is restarted without a limit, after the migrations, and a job that fails is reported', () => {
    for (const unit of units.filter((each) => each.endsWith('.service'))) {
      const text = readFileSync(unit, 'utf8')
      if (/guichet-(portal|gateway@|worker|feed|bridge)\./.test(unit)) {
        expect(text, unit).toMatch(/^StartLimitIntervalSec=0$/m)
        expect(text, unit).toMatch(/^Restart=always$/m)
        expect(text, unit).toMatch(/^LimitNOFILE=\d+$/m)
      }
      if (/guichet-(portal|gateway@|worker|feed)\./.test(unit))
        expect(text, unit).toMatch(/^Requires=guichet-prepare\.service$/m)
      if (/guichet-(backup|audit|accounts|bridge)\./.test(unit))
        expect(text, unit).toMatch(/^OnFailure=guichet-failed@%n\.service$/m)
    }
    // Changes are missing: only someone can load a file.
    expect(read('ops/systemd/guichet-bridge.service')).toMatch(/^RestartPreventExitStatus=78$/m)
  })
})
