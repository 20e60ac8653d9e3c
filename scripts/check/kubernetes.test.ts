import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { parseSettings, secretNames, settingNames } from '@/lib/env'
import { relayTimeoutMs } from '@/lib/timeout'
import { projectRoot } from '../launch/root'
import { needed } from '../launch/run/needed'
import { kubernetes, type Manifest, readManifests } from './kubernetes'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const manifests = readManifests()
const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind)
const named = (kind: string, name: string) =>
  ofKind(kind).find(({ metadata }) => metadata.name === name) as Manifest
const podOf = ({ spec }: Manifest) => (spec.jobTemplate?.spec ?? spec).template.spec
const containerOf = (manifest: Manifest) => podOf(manifest).containers[0]
/** The settings that a container is given as files. */
const filesOf = (manifest: Manifest): { name: string; path: string }[] =>
  containerOf(manifest)
    .env.filter(({ name }: { name: string }) => name.endsWith('_FILE'))
    .map(({ name, value }: { name: string; value: string }) => ({
      name: name.replace(/_FILE$/, ''),
      path: value,
    }))
const operator = named('Deployment', 'operator')
/** The containers that run a program of the image. */
const jobs = [named('Job', 'prepare'), ...ofKind('CronJob')]
const processes = ofKind('Deployment').filter((each) => each !== operator)
/** The settings that the page puts into a Secret. */
function createdSecrets(secretName: string): string[] {
  const page = read('docs/operations/kubernetes.md')
  const [, command = ''] =
    new RegExp(`create secret generic ${secretName}\\b([^#]*?)\n\n`).exec(`${page}\n\n`) ?? []
  return [...command.matchAll(/--from-(?:literal|file)=(\w+)/g)].map(([, name = '']) => name)
}
const environment = Object.fromEntries(
  [...read('ops/kubernetes/settings.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
)
const settings = parseSettings(environment as unknown as NodeJS.ProcessEnv)

describe('the Kubernetes manifests', () => {
  test('set only settings that exist, and give secrets as files only', () => {
    expect(Object.keys(environment).filter((name) => !settingNames.includes(name as never))).toEqual([])
    expect(Object.keys(environment).filter((name) => secretNames.includes(name as never))).toEqual([])
    for (const manifest of [...processes, operator, ...jobs]) {
      const { env, volumeMounts } = containerOf(manifest)
      const { mountPath } = volumeMounts.find(({ name }: { name: string }) => name === 'secrets')
      for (const { name, path } of filesOf(manifest)) {
        expect(secretNames, `${manifest.metadata.name}: ${name}`).toContain(name)
        expect(path).toBe(`${mountPath}/${name}`)
      }
      const others = env.filter(({ name }: { name: string }) => !name.endsWith('_FILE'))
      expect(others).toEqual(
        volumeMounts.some(({ name }: { name: string }) => name === 'backups')
          ? [{ name: 'DATA_DIR', value: '/backups/data' }]
          : [],
      )
    }
  })

  test('give each process the secrets that it needs, and the page creates them', () => {
    for (const manifest of [...processes, named('Job', 'prepare')]) {
      const { args } = containerOf(manifest)
      const given = filesOf(manifest).map(({ name }) => name)
      expect(given, args[0]).toEqual(
        expect.arrayContaining([...(needed[args[0]] ?? ['MIGRATION_DATABASE_URL'])]),
      )
      const { secretName } = podOf(manifest).volumes.find(({ secret }: { secret?: object }) => secret).secret
      const created = createdSecrets(secretName).filter((name) => name !== 'REDIS_URL')
      expect(created.sort(), secretName).toEqual(given.sort())
    }
  })

  test('give operators’ commands the secrets that the page creates, and no pod until one is wanted', () => {
    expect(operator.spec.replicas).toBe(0)
    const { sources } = podOf(operator).volumes.find(
      ({ projected }: { projected?: object }) => projected,
    ).projected
    type Source = { secret: { name: string; items?: { key: string; path: string }[]; optional?: boolean } }
    const files = sources.flatMap(({ secret: { name, items } }: Source) => {
      const created = createdSecrets(name)
      for (const { key, path } of items ?? []) expect([key, path === key], name).toEqual([key, true])
      return items ? items.map(({ key }) => key).filter((key) => created.includes(key)) : created
    })
    // The component adds it.
    const given = [...filesOf(operator).map(({ name }) => name), 'REDIS_URL']
    expect(files.sort()).toEqual(given.sort())
    // Added by those who use them.
    const others = [
      'SANDBOX_GATEWAY_DATABASE_URL',
      'PRODUCTION_GATEWAY_DATABASE_URL',
      'DATABASE_READ_URL',
      'OIDC_CLIENT_SECRET',
      'OTEL_EXPORTER_OTLP_HEADERS',
    ]
    expect([...given, ...others].sort()).toEqual([...secretNames].sort())
  })

  test.each([
    ['single-sign-on', 'OIDC_CLIENT_SECRET', 'portal|operator'],
    ['redis', 'REDIS_URL', 'gateway-sandbox|gateway-production|operator'],
  ])('give what not every installation has by a component, as a file: %s', (folder, secret, name) => {
    const component = parse(readFileSync(join(kubernetes, folder, 'kustomization.yaml'), 'utf8'))
    const [{ target, patch }] = component.patches
    expect(component.kind).toBe('Component')
    expect(target).toEqual({ kind: 'Deployment', name })
    expect(parse(patch)).toEqual([
      {
        op: 'add',
        path: '/spec/template/spec/containers/0/env/-',
        value: { name: `${secret}_FILE`, value: `/run/secrets/guichet/${secret}` },
      },
    ])
    const page = read('docs/operations/kubernetes.md')
    for (const text of [`${secret}=`, `../ops/kubernetes/${folder}`]) expect(page).toContain(text)
  })

  test('pull with the Secret of a registry, survive a drain, and share a volume on one node', () => {
    expect(named('ServiceAccount', 'guichet')).toMatchObject({
      imagePullSecrets: [{ name: expect.any(String) }],
    })
    for (const manifest of [...processes, operator, ...jobs])
      expect(podOf(manifest).serviceAccountName, manifest.metadata.name).toBe('guichet')
    for (const { metadata, spec } of ofKind('PodDisruptionBudget'))
      expect(spec.unhealthyPodEvictionPolicy, metadata.name).toBe('AlwaysAllow')
    for (const manifest of [operator, ...ofKind('CronJob')]) {
      const { metadata, spec } = (manifest.spec.jobTemplate?.spec ?? manifest.spec).template
      const [{ labelSelector, topologyKey }] =
        spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution
      expect([topologyKey, metadata.labels]).toEqual([
        'kubernetes.io/hostname',
        expect.objectContaining(labelSelector.matchLabels),
      ])
    }
  })

  test('have every pod trust an authority of the operator’s own by a component', () => {
    const { patches } = parse(readFileSync(join(kubernetes, 'own-authority/kustomization.yaml'), 'utf8'))
    for (const { target, patch } of patches)
      for (const manifest of ofKind(target.kind))
        for (const { path } of parse(patch)) {
          const keys = path.slice(1, -'/-'.length).split('/')
          // biome-ignore lint/suspicious/noExplicitAny: any part of a manifest
          const list = keys.reduce((part: any, key: string) => part?.[key], manifest)
          expect(list, `${manifest.metadata.name} ${path}`).toBeInstanceOf(Array)
        }
    const kinds = patches.map(({ target }: { target: { kind: string } }) => target.kind)
    expect(kinds).toEqual(['Deployment', 'Job', 'CronJob'])
  })

  test('lead from the Gateway API to the same services, from the controller’s namespace', () => {
    const folder = join(kubernetes, 'gateway-api')
    const [gateway, ...routes] = parseAllDocuments(readFileSync(join(folder, 'gateway.yaml'), 'utf8')).map(
      (each) => each.toJS(),
    )
    expect(routes.map(({ metadata }) => metadata.name)).toEqual(
      ofKind('Ingress').map(({ metadata }) => metadata.name),
    )
    for (const { metadata, spec } of routes) {
      const [listener] = gateway.spec.listeners.filter(({ name }: { name: string }) => name === metadata.name)
      expect([listener.hostname, spec.parentRefs[0].sectionName]).toEqual([spec.hostnames[0], metadata.name])
      const { name, port } = spec.rules[0].backendRefs[0]
      expect(named('Service', name).spec.ports[0].port).toBe(port)
      expect(named('Ingress', name).spec.rules[0].host).toBe(spec.hostnames[0])
    }
    const { patches } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
    for (const { target, patch } of patches.slice(1)) {
      const keys = parse(patch)[0].path.slice(1).split('/')
      const { spec } = named('NetworkPolicy', target.name)
      // biome-ignore lint/suspicious/noExplicitAny: any part of a manifest
      const labels = keys.slice(1).reduce((part: any, key: string) => part?.[key], spec)
      expect(labels, target.name).toEqual({ 'kubernetes.io/metadata.name': 'ingress-nginx' })
    }
  })

  test('use the ports of the settings, everywhere', () => {
    const { PORTAL_PORT, SANDBOX_PORT, PRODUCTION_PORT, METRICS_PORT } = settings
    const expected: Record<string, number[]> = {
      portal: [PORTAL_PORT, METRICS_PORT],
      'gateway-sandbox': [SANDBOX_PORT, METRICS_PORT + 1],
      'gateway-production': [PRODUCTION_PORT, METRICS_PORT + 2],
      worker: [METRICS_PORT + 3],
    }
    expect(processes.map(({ metadata }) => metadata.name).sort()).toEqual(Object.keys(expected).sort())
    for (const [name, ports] of Object.entries(expected)) {
      const listening = containerOf(named('Deployment', name)).ports
      expect(listening.map(({ containerPort }: { containerPort: number }) => containerPort)).toEqual(ports)
      expect(named('Service', name).spec.ports.map(({ port }: { port: number }) => port)).toEqual(ports)
    }
  })

  test('name only services, deployments and components that exist', () => {
    const names = processes.map(({ metadata }) => metadata.name)
    for (const { spec } of ofKind('HorizontalPodAutoscaler'))
      expect(names).toContain(spec.scaleTargetRef.name)
    for (const manifest of processes) {
      const { metadata, spec } = manifest
      const { matchLabels } = spec.selector
      expect(spec.template.metadata.labels).toEqual(matchLabels)
      expect(named('Service', metadata.name).spec.selector).toEqual(matchLabels)
      expect(named('PodDisruptionBudget', metadata.name).spec.selector.matchLabels).toEqual(matchLabels)
      expect(podOf(manifest).affinity.podAntiAffinity).toBeDefined()
    }
    const components = ofKind('NetworkPolicy').flatMap(({ spec }) => spec.podSelector.matchExpressions ?? [])
    const selected = new Set(components.flatMap(({ values }: { values: string[] }) => values))
    expect([...selected].sort()).toEqual([...names, 'operator'].sort())
  })

  test('pass requests on to any pod while none is ready, of any size', () => {
    const fronted = ['portal', 'gateway-sandbox', 'gateway-production']
    expect(ofKind('Ingress').map(({ metadata }) => metadata.name)).toEqual(fronted)
    for (const name of fronted) {
      const { metadata, spec } = named('Ingress', name)
      expect(spec.rules[0].http.paths[0].backend.service).toEqual({ name, port: { name: 'http' } })
      expect(spec.tls[0].hosts).toEqual([spec.rules[0].host])
      const any = named(
        'Service',
        metadata.annotations?.['nginx.ingress.kubernetes.io/default-backend'] ?? '',
      )
      const { selector, ports } = named('Service', name).spec
      expect(any.spec).toEqual({ publishNotReadyAddresses: true, selector, ports: [ports[0]] })
      // Prometheus would scrape it twice.
      expect(any.metadata.labels).toBeUndefined()
    }
    expect(named('Ingress', 'portal').metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-body-size': '0',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
    })
  })

  test('let certificates be issued, and connect to what the pages promise', () => {
    const policy = (name: string) => named('NetworkPolicy', name).spec
    expect(policy('certificates').podSelector.matchLabels).toEqual({
      'acme.cert-manager.io/http01-solver': 'true',
    })
    expect(policy('certificates').ingress[0]).toMatchObject({ ports: [{ port: 8089 }] })
    expect(policy('certificates').ingress[0].from).toEqual(policy('portal').ingress[0].from)
    const [open, https, controller] = policy('outward').egress
    expect(open.ports).toEqual([{ port: 1, endPort: 65_535 }])
    expect([https.ports, controller.ports]).toEqual([[{ port: 443 }], undefined])
  })

  test('back up and verify the audit log every night', () => {
    expect(ofKind('CronJob').map((job) => containerOf(job).args[0])).toEqual(['backup', 'audit:verify'])
    const { claimName } = podOf(named('CronJob', 'backup')).volumes.find(
      ({ persistentVolumeClaim }: { persistentVolumeClaim?: object }) => persistentVolumeClaim,
    ).persistentVolumeClaim
    expect(named('PersistentVolumeClaim', claimName)).toBeDefined()
  })

  test('open as many connections as the page says, while an update runs', () => {
    /** The column of docs/operations/sizing.md. */
    const each = (kind: string) =>
      Number(
        new RegExp(`^\\| ${kind} \\|.*\\| (\\d+)[^|]*\\|$`, 'm').exec(read('docs/operations/sizing.md'))?.[1],
      )
    const count = (kind: string, replicas: number) => (replicas + 1) * each(kind)
    const gateways = ofKind('HorizontalPodAutoscaler').map(({ spec }) => count('gateway', spec.maxReplicas))
    const others = ['portal', 'worker'].map((kind) => count(kind, named('Deployment', kind).spec.replicas))
    const sum = [...gateways, ...others].reduce((total, part) => total + part, 0)
    expect(read('docs/operations/kubernetes.md')).toContain(`up to ${sum} connections`)
  })

  test('give Prometheus the names of jobs by which the alerts know the processes', () => {
    const jobs = processes.map(({ metadata }) => named('Service', metadata.name).metadata.labels?.job)
    expect(jobs.sort()).toEqual(['guichet-portal', 'guichet-production', 'guichet-sandbox', 'guichet-worker'])
    expect(ofKind('ServiceMonitor')[0]?.spec).toMatchObject({
      jobLabel: 'job',
      endpoints: [{ port: 'metrics' }],
    })
  })

  test('run both gateways the same way', () => {
    const text = (name: string) =>
      JSON.stringify(
        manifests.filter(({ kind, metadata }) => kind !== 'Ingress' && metadata.name === `gateway-${name}`),
      )
    const renamed = text('sandbox').replaceAll('sandbox', 'production')
    expect(renamed.replaceAll('4001', '4002').replaceAll('9465', '9466')).toBe(text('production'))
  })

  test('run as the image’s user without rights, with limits and probes', () => {
    const [, user] = /^USER (\d+)$/m.exec(read('Dockerfile')) ?? []
    for (const manifest of [...processes, operator, ...jobs]) {
      const { metadata } = manifest
      const { resources, securityContext } = containerOf(manifest)
      expect(podOf(manifest).securityContext, metadata.name).toMatchObject({
        runAsNonRoot: true,
        runAsUser: Number(user),
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(podOf(manifest).automountServiceAccountToken).toBe(false)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(resources).toMatchObject({
        requests: { cpu: expect.any(String) },
        limits: { memory: expect.any(String) },
      })
    }
    for (const manifest of processes) {
      const { startupProbe, livenessProbe, readinessProbe } = containerOf(manifest)
      expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        '/healthz',
        '/healthz',
        '/readyz',
      ])
    }
  })

  test('leave a process the time it needs to stop', () => {
    for (const manifest of processes) {
      const seconds = manifest.metadata.name === 'worker' ? relayTimeoutMs / 1000 : settings.DRAIN_SECONDS
      expect(podOf(manifest).terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 10)
      const { periodSeconds, failureThreshold } = containerOf(manifest).readinessProbe
      expect(settings.DRAIN_SECONDS).toBeGreaterThan(periodSeconds * failureThreshold)
    }
  })

  test('run the version of this project', () => {
    const { images } = parse(readFileSync(join(kubernetes, 'kustomization.yaml'), 'utf8'))
    const { version } = JSON.parse(read('package.json'))
    expect(images).toMatchObject([{ name: 'guichet', newTag: version }])
    const page = read('docs/operations/kubernetes.md')
    const named = [...page.matchAll(/(?:newTag: |\/guichet:)(\d[\w.-]*)/g)].map(([, each]) => each)
    expect(named).toEqual([version, version, version])
  })
})
