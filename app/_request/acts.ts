/**
 * What an act asks before it is done: who is there, unless they confirmed it in the last 15 minutes, always or unless
 * it is about a Sandbox application alone; and, of what cannot be undone, whether to go on. Commands say so
 * themselves (lib/commands); this is the rest.
 */
export const acts = {
  'addresses.changeOwnNetworks': { asks: 'always' },
  'request.decideOnRequest': { asks: 'always' },
} as const satisfies Record<string, Rules>

type Rules = { asks?: 'always' | 'production'; final?: true }

/** An act, as its module and function. */
export type ActName = keyof typeof acts

/** An act of one module. */
export type ActIn<Module extends string> = ActName extends infer Name
  ? Name extends `${Module}.${infer Act}`
    ? Act
    : never
  : never

export function rulesOf(name: ActName): Rules {
  return acts[name]
}
