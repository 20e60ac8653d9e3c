import { toWords } from './address-words'
import { createExpiringMap } from './expiring-map'

/** A network's words and masks: one of each for IPv4, four for IPv6. */
type Compiled = { words: number[]; masks: number[] }

const keptMs = 600_000
/** At most 20 MB: a list of 20 networks takes 2 KB. */
const compiled = createExpiringMap<{ list: string; networks: Compiled[]; until: number }>({
  maxEntries: 10_000,
})

/**
 * Whether a list lets an address through. Each application's list is compiled once in ten minutes: the text
 * decides whether it is still the same, as comparing it costs less than hashing it.
 * @param list canonical networks, separated by commas, not empty; kept, so no part of a larger text
 * @param address of the caller; what is no address is in no list
 */
export function isAllowed(applicationId: string, list: string, address: string): boolean {
  let known = compiled.get(applicationId)
  if (known?.list !== list) {
    known = { list, networks: list.split(',').map(compile), until: performance.now() + keptMs }
    compiled.set(applicationId, known)
  }
  const words = toWords(address)
  return words !== null && known.networks.some((network) => covers(network, words))
}

function covers({ words, masks }: Compiled, address: number[]): boolean {
  if (words.length !== address.length) return false
  for (let index = 0; index < words.length; index++)
    if (((address[index] as number) & (masks[index] as number)) >>> 0 !== words[index]) return false
  return true
}

function compile(network: string): Compiled {
  const [address = '', bits] = network.split('/')
  const words = toWords(address)
  if (!words) throw new Error('the database holds a malformed network')
  const masks = words.map((_, index) => {
    const ones = Math.min(32, Math.max(0, Number(bits) - index * 32))
    return ones === 0 ? 0 : (0xffffffff << (32 - ones)) >>> 0
  })
  return { words, masks }
}
