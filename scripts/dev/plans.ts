import { join } from 'node:path'
import { projectRoot } from '../root'
import type { ProcessPlan } from '../start/child'
import type { Installation } from '../start/installation'
import { planProcesses } from '../start/processes'

/** What makes `next dev` reload, and tsx restart a process when one of its modules changes. */
const watch = [join(projectRoot, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false']
const next = join(projectRoot, 'node_modules/next/dist/bin/next')

/** The processes of `npm start`, run from their sources and reloaded. */
export function planDevelopment(installation: Installation): ProcessPlan[] {
  return planProcesses(installation, { distDir: '.next-dev', outDir: '.build-dev' }).map((plan) => ({
    ...plan,
    args:
      plan.name === 'portal' ? servePortal(installation) : [...watch, `${plan.name.split('-')[0]}/main.ts`],
    env: { ...withoutManualSignals(plan.env), NODE_ENV: 'development' },
  }))
}

function servePortal({ settings: { LISTEN_ADDRESS, PORTAL_PORT } }: Installation): string[] {
  return [next, 'dev', '--turbopack', '-H', LISTEN_ADDRESS, '-p', String(PORTAL_PORT)]
}

function withoutManualSignals({ NEXT_MANUAL_SIG_HANDLE: _, ...env }: Record<string, string>) {
  return env
}
