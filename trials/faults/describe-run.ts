import { cpus } from 'node:os'

/** The table's note about the run that produced its rows. */
export function describeRun(rate: number): string {
  const cores = cpus()
  const day = new Date().toISOString().slice(0, 10)
  return `Last run on ${day}: ${rate} calls a second through the proxy, ${cores.length} cores (${cores[0]?.model.trim()}), Node ${process.versions.node}, everything on one machine.`
}
