import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { projectRoot } from '../launch/root'

export const kubernetes = join(projectRoot, 'ops/kubernetes')

/** A manifest of `ops/kubernetes`: what this project's tests read of it. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: a different shape for each kind, checked against the API's schemas.
  spec: any
}

/** The manifests that `ops/kubernetes/kustomization.yaml` lists, in its order. */
export function readManifests(): Manifest[] {
  const { resources } = parse(readFileSync(join(kubernetes, 'kustomization.yaml'), 'utf8')) as {
    resources: string[]
  }
  return resources.flatMap((file) =>
    parseAllDocuments(readFileSync(join(kubernetes, file), 'utf8')).map((each) => each.toJS() as Manifest),
  )
}
