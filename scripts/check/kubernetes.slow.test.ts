import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { secretNames } from '@/lib/env'
import { projectRoot } from '../launch/root'
import { needed } from '../launch/run/readiness-file'
import { testFolder } from './folders'

type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  // biome-ignore lint/suspicious/noExplicitAny: a different shape for each kind, checked against the API's schemas.
  spec: any
}

/** The manifests that `ops/kubernetes/kustomization.yaml` lists, in its order. */
function readManifests(): Manifest[] {
  const read = (file: string) => readFileSync(join(projectRoot, 'ops/kubernetes', file), 'utf8')
  const { resources } = parse(read('kustomization.yaml')) as { resources: string[] }
  return resources.flatMap((file) => parseAllDocuments(read(file)).map((each) => each.toJS() as Manifest))
}

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

test('each program of the image runs without rights, and gets its secrets, as files only', () => {
  const running = readManifests().filter(({ kind }) => /^(Deployment|Job|CronJob)$/.test(kind))
  expect(running.length).toBeGreaterThan(5)
  for (const { metadata, spec } of running) {
    const pod = (spec.jobTemplate?.spec ?? spec).template.spec
    const [{ args, env, securityContext }] = pod.containers
    expect(pod, metadata.name).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(securityContext, metadata.name).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const names: string[] = env.map(({ name }: { name: string }) => name)
    expect(names.filter((name) => secretNames.includes(name as never))).toEqual([])
    expect(names, metadata.name).toEqual(
      expect.arrayContaining((needed[args?.[0]] ?? []).map((name) => `${name}_FILE`)),
    )
  }
})
