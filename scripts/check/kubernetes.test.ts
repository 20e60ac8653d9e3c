import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { secretNames, settingNames } from '@/lib/env'
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

  test('run the version of this project', () => {
    const { images } = parse(readFileSync(join(kubernetes, 'kustomization.yaml'), 'utf8'))
    const { version } = JSON.parse(read('package.json'))
    expect(images).toMatchObject([{ name: 'guichet', newTag: version }])
    const page = read('docs/operations/kubernetes.md')
    const named = [...page.matchAll(/(?:newTag: |\/guichet:)(\d[\w.-]*)/g)].map(([, each]) => each)
    expect(named).toEqual([version, version, version])
  })
})
