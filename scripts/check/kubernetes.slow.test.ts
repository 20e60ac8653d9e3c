import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { temporaryFolder } from '@/test/resources'
import { projectRoot } from '../launch/root'
import { testFolder } from './folders'
import { kubernetes, type Manifest, readManifests } from './kubernetes'

/** The module with the type and the compiled schema of a kind, made from the API's own description. */
function moduleOf({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): string {
  const models = apiVersion.startsWith('monitoring.')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models'
  return `${models}/${apiVersion}/${kind}`
}

test('the manifests have no field that the API lacks, and no value of another type', () => {
  // Only a literal is checked for unknown fields, so each manifest becomes one of its kind's type.
  const lines = readManifests().map(({ apiVersion, kind, ...rest }, at) => {
    return `import type { I${kind} as Kind${at} } from '${moduleOf({ apiVersion, kind })}'
export const manifest${at}: Kind${at} = ${JSON.stringify({ apiVersion, kind, ...rest }, null, 1)}`
  })
  mkdirSync(testFolder, { recursive: true })
  const file = join(testFolder, 'manifests.ts')
  writeFileSync(file, lines.join('\n'))
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  })
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  expect(problems).toEqual([])
  expect(lines.length).toBeGreaterThan(15)
})

test('the API’s own validation accepts each manifest', async () => {
  for (const manifest of readManifests()) {
    const { [manifest.kind]: Model } = await import(moduleOf(manifest))
    expect(() => new Model(manifest).validate(), manifest.metadata.name).not.toThrow()
  }
})

/** Debian 12's knows no components, and does not name its version. */
const hasKustomize = /Kustomize Version: v[5-9]/.test(
  spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' }).stdout ?? '',
)

test.skipIf(!hasKustomize)('the overlay of the page is rendered as the page says (needs kubectl)', () => {
  const folder = temporaryFolder()
  cpSync(kubernetes, join(folder, 'ops/kubernetes'), { recursive: true })
  const page = readFileSync(join(projectRoot, 'docs/operations/kubernetes.md'), 'utf8')
  const [, overlay = ''] = /^ *```yaml\n([\s\S]*?)^ *```$/m.exec(page) ?? []
  mkdirSync(join(folder, 'guichet'))
  const write = (name: string, text: string) => writeFileSync(join(folder, 'guichet', name), text)
  const redis = '../ops/kubernetes/redis'
  const written = overlay.replaceAll(/^ {3}/gm, '').replace('newTag: 0.3.0-dev', 'newTag: 9.9.9')
  write('kustomization.yaml', written.replace(redis, `${redis}, ../ops/kubernetes/single-sign-on`))
  write('settings.env', 'PORTAL_URL=https://portal.example.org\nACCESS_LOG=on\n')
  const fronted = ['portal', 'gateway-sandbox', 'gateway-production']
  const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', spec: { ingressClassName: 'other' } }
  write(
    'ingress.yaml',
    fronted.map((name) => JSON.stringify({ ...ingress, metadata: { name } })).join('\n---\n'),
  )
  const { stdout, stderr } = spawnSync('kubectl', ['kustomize', 'guichet'], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')

  const rendered = parseAllDocuments(stdout).map((each) => each.toJS())
  const ofKind = (kind: string) => rendered.filter((each) => each.kind === kind)
  const [settings] = ofKind('ConfigMap')
  expect(settings.data).toMatchObject({ PORTAL_URL: 'https://portal.example.org', LISTEN_ADDRESS: '0.0.0.0' })
  expect(ofKind('Ingress').map(({ spec }) => spec.ingressClassName)).toEqual(fronted.map(() => 'other'))
  const given: Record<string, string[]> = { OIDC_CLIENT_SECRET_FILE: [], REDIS_URL_FILE: [] }
  for (const { metadata, spec } of [...ofKind('Deployment'), ...ofKind('Job')]) {
    const [{ image, envFrom, env }] = spec.template.spec.containers
    expect([metadata.namespace, image]).toEqual(['guichet', 'registry.example.com/guichet:9.9.9'])
    expect(envFrom).toEqual([{ configMapRef: { name: settings.metadata.name } }])
    for (const { name } of env) given[name]?.push(metadata.name)
  }
  expect(given.OIDC_CLIENT_SECRET_FILE?.sort()).toEqual(['operator', 'portal'])
  expect(given.REDIS_URL_FILE?.sort()).toEqual(['gateway-production', 'gateway-sandbox', 'operator'])
})
