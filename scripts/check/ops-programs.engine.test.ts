import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCertificate } from '@/test/certificate'
import { isMissing } from '@/test/programs'
import { temporaryFolder } from '@/test/resources'
import { projectRoot } from '../launch/root'
import { findDebianProgram } from './debian'

const units = readdirSync(join(projectRoot, 'ops/systemd')).map((file) =>
  join(projectRoot, 'ops/systemd', file),
)

test.skipIf(isMissing('promtool'))('Prometheus understands the rules (needs prometheus)', () => {
  execFileSync('promtool', ['check', 'rules', join(projectRoot, 'ops/alerts.yml')], { stdio: 'pipe' })
})

test.skipIf(isMissing('promtool'))(
  'each rule fires when it should and is quiet when it should be (needs prometheus)',
  () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
      cwd: join(projectRoot, 'ops'),
      encoding: 'utf8',
    })
    expect(status, stdout + stderr).toBe(0)
  },
)

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0

test.skipIf(!hasCompose)('Compose understands its file (needs docker)', () => {
  const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
})

test.skipIf(isMissing('systemd-analyze'))('no unit has rights that it does not need (needs systemd)', () => {
  for (const unit of units.filter((each) => each.endsWith('.service'))) {
    const options = ['security', '--offline=true', '--threshold=20', unit]
    const { status, stdout } = spawnSync('systemd-analyze', options, { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  }
})

test.skipIf(isMissing('caddy'))(
  'Caddy understands its file, with its own certificates and with others (needs caddy)',
  () => {
    const folder = temporaryFolder()
    const { certPath, keyPath } = createCertificate(folder, 'guichet.test')
    const addresses = { PORTAL_URL: 'https://a.test', SANDBOX_BASE_URL: 'https://b.test' }
    const adapt = (tls: string) => {
      const checked = spawnSync(
        'caddy',
        ['validate', '--adapter', 'caddyfile', '--config', join(projectRoot, 'ops/compose/Caddyfile')],
        {
          env: {
            ...process.env,
            ...addresses,
            PRODUCTION_BASE_URL: 'https://c.test',
            PROXY_TLS: tls,
            HOME: folder,
          },
          encoding: 'utf8',
        },
      )
      expect(checked.status, checked.stderr).toBe(0)
    }
    for (const tls of ['', 'tls internal', `tls ${certPath} ${keyPath}`]) adapt(tls)
  },
)

test.skipIf(isMissing('haproxy'))(
  'HAProxy understands the example, with what sends each application to one gateway, without a warning (needs haproxy)',
  () => {
    const folder = temporaryFolder()
    // HAProxy finds the key next to it, by its name.
    const { certPath } = createCertificate(folder, 'guichet.test')
    const example = readFileSync(join(projectRoot, 'ops/haproxy.cfg'), 'utf8')
    const config = join(folder, 'haproxy.cfg')
    const page = readFileSync(join(projectRoot, 'docs/operations/cluster.md'), 'utf8')
    const [routing = ''] = /^ +balance hdr\(Authorization\)\n[^`]*/m.exec(page) ?? []
    const routed = example.replace(/^backend production\n/m, (line) => line + routing)
    expect(routed).toContain('hash-type consistent')
    writeFileSync(config, routed.replace('/etc/haproxy/certificates/', certPath))
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', config], { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
    expect(stderr).not.toContain('[WARNING]')
  },
)

test.skipIf(isMissing('nginx'))('nginx understands the example (needs nginx)', () => {
  const folder = temporaryFolder()
  const { certPath, keyPath } = createCertificate(folder, 'guichet.test')
  const example = readFileSync(join(projectRoot, 'ops/nginx.conf'), 'utf8')
    .replace('/etc/ssl/guichet/chain.pem', certPath)
    .replace('/etc/ssl/guichet/key.pem', keyPath)
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `load_module /usr/lib/nginx/modules/ngx_http_headers_more_filter_module.so;
     pid ${folder}/pid; events {} http { access_log off; ${example} }`,
  )
  const program = findDebianProgram('nginx') as string
  const { status, stderr } = spawnSync(program, ['-t', '-c', config, '-e', 'stderr'], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

test.skipIf(isMissing('systemd-analyze'))(
  'systemd finds nothing wrong with the units (needs systemd)',
  () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${join(projectRoot, 'ops/systemd')}:` },
      encoding: 'utf8',
    })
    expect(
      stderr.split('\n').filter((line) => /guichet/.test(line) && !/not executable|No such file/.test(line)),
    ).toEqual([])
  },
)
