import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { testFolder } from './folders'
import { type Manifest, readManifests } from './kubernetes'

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
