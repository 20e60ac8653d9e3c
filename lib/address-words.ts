/**
 * The numbers of an address: one of 32 bits for IPv4, four for IPv6. An IPv4-mapped one is IPv4, and a zone
 * is left out. Written out, as it runs for each call.
 * @param address a valid one, as sockets and `X-Forwarded-For` give it after {@link createAddressReader}
 * @returns null for anything else
 */
export function toWords(address: string): number[] | null {
  if (!address.includes(':')) {
    const word = readIPv4(address)
    return word === null ? null : [word]
  }
  if (!readGroups(address)) return null
  const word = (index: number) => ((groups[index] as number) * 0x10000 + (groups[index + 1] as number)) >>> 0
  const words = [word(0), word(2), word(4), word(6)]
  return words[0] === 0 && words[1] === 0 && words[2] === 0xffff ? [words[3] as number] : words
}

/** The daily counts' network of an address: its /24 or /56; empty for what is no address. */
export function networkOf(address: string): string {
  const words = toWords(address)
  if (!words) return ''
  const [first = 0, second = 0] = words
  if (words.length === 1) return `${first >>> 24}.${(first >>> 16) & 255}.${(first >>> 8) & 255}.0/24`
  const parts = [first >>> 16, first & 0xffff, second >>> 16, second & 0xff00]
  while (parts.at(-1) === 0) parts.pop()
  // Of 8 groups at least 4 are zero: the longest run of zeros, which is written as `::` (RFC 5952), is at the end.
  return `${parts.map((part) => part.toString(16)).join(':')}::/56`
}

const [dot, colon] = [0x2e, 0x3a]

function readIPv4(text: string): number | null {
  let [word, part, digits, dots] = [0, 0, 0, 0]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === dot) {
      if (digits === 0 || ++dots > 3) return null
      word = word * 256 + part
      part = digits = 0
    } else if (code >= 0x30 && code <= 0x39 && ++digits <= 3) part = part * 10 + code - 0x30
    else return null
    if (part > 255) return null
  }
  return dots === 3 && digits > 0 ? word * 256 + part : null
}

/** Filled by each call of {@link readGroups}, which nothing interrupts: a new array would cost more than the rest. */
const groups = new Uint16Array(8)

/** Reads the eight groups of an IPv6 address into {@link groups}. @returns false if it is none */
function readGroups(address: string): boolean {
  let [count, gap, group, digits, start] = [0, -1, 0, 0, 0]
  const zone = address.indexOf('%')
  const end = zone < 0 ? address.length : zone
  for (let index = 0; index <= end; index++) {
    const code = index === end ? colon : address.charCodeAt(index)
    if (code === colon) {
      if (digits > 0) {
        if (count === 8) return false
        groups[count++] = group
      } else if (index > 0 && index < end && address.charCodeAt(index - 1) === colon) {
        if (gap >= 0) return false
        gap = count
      }
      group = digits = 0
      start = index + 1
    } else if (code === dot) {
      const tail = readIPv4(address.slice(start, end))
      if (tail === null || count > 6) return false
      groups[count++] = tail >>> 16
      groups[count++] = tail & 0xffff
      break
    } else {
      const value = hexadecimal(code)
      if (value < 0 || ++digits > 4) return false
      group = group * 16 + value
    }
  }
  if (gap < 0) return count === 8
  if (count > 7) return false
  groups.copyWithin(8 - count + gap, gap, count)
  groups.fill(0, gap, 8 - count + gap)
  return true
}

function hexadecimal(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}
