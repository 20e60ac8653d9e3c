import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectRoot } from '@/scripts/launch/root'

/** One of our processes as compose.yaml runs it: the arguments of the image's program, and its environment. */
export type Service = { command: string[]; environment: Record<string, string> }

/**
 * Our own services of compose.yaml, by name.
 * @param values of the variables that its `.env` would hold, and of the files of its secrets
 * @param hosts the other services as `host:port`, by the address that compose.yaml uses for them
 * @throws Error for a variable that has no value and no default
 */
export function readServices(
  values: Record<string, string>,
  hosts: Record<string, string>,
): Record<string, Service> {
  const own = Object.entries(readCompose(values)).filter(([, { image }]) => image?.startsWith('guichet:'))
  return Object.fromEntries(
    own.map(([name, { command, environment }]) => [
      name,
      { command, environment: mapValues(readSecrets(environment, values), (value) => reach(value, hosts)) },
    ]),
  )
}

/** All services of compose.yaml, by name, with `values` for its variables. @throws Error where one is missing */
function readCompose(
  values: Record<string, string>,
): Record<string, Service & { image?: string; secrets?: string[] }> {
  const text = readFileSync(join(projectRoot, 'compose.yaml'), 'utf8').replace(
    /\$\{(\w+):(?:\?|-([^}]*))\}/g,
    (_, name: string, fallback?: string) => {
      const value = values[name] ?? fallback
      if (value === undefined) throw new Error(`compose.yaml wants ${name}.`)
      return value
    },
  )
  const { services } = parse(text, { merge: true }) as { services: Record<string, Read> }
  return mapValues(services, ({ command = [], environment = {}, ...others }) => ({
    ...others,
    command: command.map(String),
    environment: mapValues(environment, (value) => String(value ?? '')),
  }))
}

/** A service as written in the file. */
type Read = { image?: string; secrets?: string[]; command?: unknown[]; environment?: Record<string, unknown> }

/** Secrets, which are files in a container, from `values` instead. @throws Error for one that has no value */
function readSecrets(environment: Record<string, string>, values: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1]
      if (!secret) return [name, value]
      if (!name.endsWith('_FILE') || !values[secret]) throw new Error(`compose.yaml wants ${secret}.`)
      return [name.slice(0, -'_FILE'.length), values[secret]]
    }),
  )
}

function reach(value: string, hosts: Record<string, string>): string {
  let reached = value
  for (const [host, place] of Object.entries(hosts))
    reached = reached.replace(new RegExp(`(?<=//|@)${host}(?=[/?]|$)`, 'g'), place)
  return reached
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
