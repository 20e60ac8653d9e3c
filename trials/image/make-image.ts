import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BuildTarget } from '@/scripts/launch/build/build'
import { projectRoot } from '@/scripts/launch/root'

/**
 * Lays out in `folder` what the Dockerfile's last stage copies, from this checkout as it is installed and built: the
 * work of its first stage, installing and building, is taken as done. Files are hard links if possible.
 * @throws Error when the Dockerfile removes or copies in an unsupported way
 */
export function makeImage(folder: string, target: BuildTarget): void {
  const { copied, last } = readDockerfile(target)
  mkdirSync(folder, { recursive: true })
  for (const path of copied) link(path, folder)
  // npm writes to this one, and must not do so in the checkout.
  const list = 'node_modules/.package-lock.json'
  rmSync(join(folder, list))
  copyFileSync(join(projectRoot, list), join(folder, list))
  execFileSync('sh', ['-c', last], { cwd: folder, stdio: 'pipe' })
}

/** The paths that the last stage copies from the first, and the first's last command, which removes files. */
function readDockerfile({ distDir, outDir }: BuildTarget): { copied: string[]; last: string } {
  const text = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8')
  const [first = '', final = ''] = text.split(/^FROM .*$/m).slice(1)
  const last = [...first.matchAll(/^RUN (.+)$/gm)].at(-1)?.[1] ?? ''
  const copied = [...final.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  if (!last.startsWith('npm prune') || copied.some((path) => !path.startsWith('/app/')))
    throw new Error('The Dockerfile is not as trials/image reads it.')
  const here = (path: string) => path.replace(/^\.next\b/, distDir).replace(/^\.build\b/, outDir)
  return {
    copied: copied.map((path) => here(path.slice('/app/'.length))),
    last: last.replaceAll('.next/', `${distDir}/`),
  }
}

function link(path: string, folder: string): void {
  const [from, to] = [join(projectRoot, path), join(folder, path)]
  mkdirSync(dirname(to), { recursive: true })
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'pipe' })
  } catch {
    // Another file system, or one without hard links.
    cpSync(from, to, { recursive: true })
  }
}
