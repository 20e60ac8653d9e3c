import { join } from 'node:path'
import { projectRoot } from '../root'
import type { Installation } from '../start/installation'
import { planProcesses } from '../start/processes'
import type { ProcessPlan } from '../start/supervise'

const tsx = join(projectRoot, 'node_modules/tsx/dist/cli.mjs')
/** tsx restarts a process when one of its modules changes; Next reloads the portal's by itself. */
const watch = ['watch', '--clear-screen=false']

/** In tsx, which would otherwise keep its process running when `npm run dev` is killed. */
const endWithParent =
  "data:text/javascript,process.once('disconnect',()=>process.kill(process.pid,'SIGTERM'));process.channel?.unref()"

/** The processes of `npm start`, run from source and reloaded on changes. */
export function planDevelopment(installation: Installation): ProcessPlan[] {
  return planProcesses(installation, { distDir: '.next-dev', outDir: '.build-dev' }).map((plan) => ({
    ...plan,
    args: [
      ...['--import', endWithParent, tsx],
      ...(plan.name === 'portal' ? [] : watch),
      `${plan.name.split('-')[0]}/main.ts`,
    ],
    env: { ...plan.env, NODE_ENV: 'development' },
  }))
}
