import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildTarget } from '@/scripts/check/folders'
import { buildAll } from '@/scripts/launch/build/build'
import { say, step } from '@/scripts/launch/start/console'
import { makeImage } from './image/make-image'
import { tryImage } from './image/try-image'

// The Dockerfile's result, without Docker: laid out in a folder, and run as compose.yaml runs it.
const folder = mkdtempSync(join(tmpdir(), 'guichet-image-'))
const image = join(folder, 'app')
// The image's user must be able to enter.
chmodSync(folder, 0o755)
try {
  await buildAll(buildTarget)
  await step('The image', async () => makeImage(image, buildTarget))
  writeFileSync(`${image}.made`, '')
  // As on a read-only root. Folders only: the files are links to those of this checkout.
  setWritable(image, 'a-w')
  const problems = await step('Its processes', () => tryImage(image, join(folder, 'run'), buildTarget))
  for (const problem of problems) say(problem)
  if (problems.length > 0) process.exitCode = 1
} finally {
  if (existsSync(image)) setWritable(image, 'u+w')
  rmSync(folder, { recursive: true, force: true })
}

function setWritable(path: string, mode: 'a-w' | 'u+w'): void {
  execFileSync('find', [path, '-type', 'd', '-exec', 'chmod', mode, '{}', '+'])
}
