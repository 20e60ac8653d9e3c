import { predictLength } from 'client-zip'
import { expect, test } from 'vitest'

// Archives of 4 GiB take a test too long to write; the library's own arithmetic shows which format it chooses.
test('an archive of more than 4 GiB is written as ZIP64', () => {
  const overhead = (size: bigint) => Number(predictLength([{ name: 'documents/1.pdf', size }]) - size)
  // APPNOTE.TXT 6.3.10, §4.3.14 and §4.3.15: the record and its locator take 56 and 20 bytes.
  expect(overhead(2n ** 32n)).toBeGreaterThanOrEqual(overhead(1n) + 56 + 20)
})
