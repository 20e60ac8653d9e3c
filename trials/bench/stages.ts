import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '@/scripts/launch/root'
import type { Contender } from './contenders'

/** The state before rehearsals, allow-lists, faults, deprecations and remembered rights. */
const base = '50bd191'

/** A gateway over its own database, in a process of its own: see `stage.ts`. */
export type Stage = {
  contender: Contender
  folder: string
  forms: string
  accounts: { first: number; count: number }
  stop: () => Promise<void>
}

const ports = { ours: 4801, base: 4831, memory: 4841 }

/** Prepares this tree, or that of `base`, which is checked out and installed once. */
export async function startStage(
  which: keyof typeof ports,
  applications: number,
  accounts: number,
): Promise<Stage> {
  const tree = which === 'base' ? installBase() : projectRoot
  const folder = join(tree, which === 'base' ? 'bench' : 'trials/bench')
  const sizes = [ports[which], applications, accounts].map(String)
  const child = spawn('node', ['--import', 'tsx', join(folder, 'stage.ts'), folder, ...sizes], {
    cwd: tree,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for await (const line of createInterface(child.stdout))
    if (line.startsWith('{'))
      return {
        ...JSON.parse(line),
        stop: () => {
          child.stdin.end()
          return gone
        },
      }
  throw new Error(`the database of ${tree} could not be filled`)
}

function installBase(): string {
  // Outside the project, whose tests and checks would take it for their own.
  const tree = join(tmpdir(), `guichet-${base}`)
  if (!existsSync(join(tree, 'node_modules'))) {
    mkdirSync(tree, { recursive: true })
    const archive = execFileSync('git', ['archive', base], { cwd: projectRoot, maxBuffer: 2 ** 28 })
    execFileSync('tar', ['x', '-C', tree], { input: archive })
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: tree, stdio: 'inherit' })
  }
  cpSync(join(import.meta.dirname, 'stage.ts'), join(tree, 'bench/stage.ts'))
  return tree
}
