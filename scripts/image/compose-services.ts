import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectRoot } from '../root'

/** One of our processes as compose.yaml runs it: the words after the image's program, and its environment. */
export type Service = { command: string[]; environment: Record<string, string> }

/**
 * Our own services of compose.yaml, by name.
 * @param values of the variables that its `.env` would hold
 * @param hosts where the other services are, as `host:port`, by the place at which compose.yaml reaches them
 * @throws Error for a variable that has no value and no default
 */
export function readServices(
  values: Record<string, string>,
  hosts: Record<string, string>,
): Record<string, Service> {
  const text = readFileSync(join(projectRoot, 'compose.yaml'), 'utf8').replace(
    /\$\{(\w+):(?:\?|-([^}]*))\}/g,
    (_, name: string, fallback?: string) => {
      const value = values[name] ?? fallback
      if (value === undefined) throw new Error(`compose.yaml wants ${name}.`)
      return value
    },
  )
  const { services } = parse(text, { merge: true }) as {
    services: Record<string, Service & { image?: string }>
  }
  const own = Object.entries(services).filter(([, { image }]) => image === 'guichet')
  return Object.fromEntries(
    own.map(([name, { command, environment }]) => [
      name,
      { command, environment: mapValues(environment, (value) => reach(String(value ?? ''), hosts)) },
    ]),
  )
}

function reach(value: string, hosts: Record<string, string>): string {
  let reached = value
  for (const [host, place] of Object.entries(hosts))
    reached = reached.replace(new RegExp(`(?<=//|@)${host}(?=[/?]|$)`), place)
  return reached
}

function mapValues(record: Record<string, string>, map: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
