import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/test/resources'
import { writeBillOfMaterials } from './build'

const folder = temporaryFolder()

// ASVS 15.1.2
test('lists the product’s packages, in CycloneDX, and is made once for one lock file', async () => {
  const path = await writeBillOfMaterials(folder)
  const bill = JSON.parse(readFileSync(path, 'utf8'))
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'guichet', type: 'application' } },
  })
  const names = bill.components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['next', 'pg', '@node-rs/argon2']))
  expect(names).not.toContain('vitest')
  for (const { name, version, purl } of bill.components)
    expect([name, typeof version, purl]).toEqual([name, 'string', expect.stringMatching(/^pkg:npm\//)])
  const made = statSync(path).mtimeMs
  await writeBillOfMaterials(folder)
  expect(statSync(path).mtimeMs).toBe(made)
})
