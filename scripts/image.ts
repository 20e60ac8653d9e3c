import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll } from './build/build'
import { makeImage } from './image/make-image'
import { tryImage } from './image/try-image'
import { say, step } from './start/console'
import { buildTarget } from './test/folders'

// What the Dockerfile makes, without Docker: laid out in a folder, and run as compose.yaml runs it.
const folder = mkdtempSync(join(tmpdir(), 'guichet-image-'))
const image = join(folder, 'app')
// The user of the image has to come in.
chmodSync(folder, 0o755)
try {
  await buildAll(buildTarget)
  await step('The image', async () => makeImage(image, buildTarget))
  writeFileSync(`${image}.made`, '')
  const problems = await step('Its processes', () => tryImage(image, join(folder, 'run'), buildTarget))
  for (const problem of problems) say(problem)
  if (problems.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
