import { beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { seedRequirements } from '@/prisma/seed-requirements'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { countWrites, findLosses, openLedger } from './ledger'
import { compareMails, countQueued, listMails } from './smtp-sink'
import { startWriter } from './writer'

const { owner } = withOwnDatabase()

beforeAll(async () => {
  await seedRequirements(database())
})

test('what the writer noted is found again, and what is taken away is missed', async () => {
  const since = (await owner.query('SELECT now() AS now')).rows[0].now
  const ledger = openLedger()
  const writer = startWriter({ ledger, owner, reviewer: await createDeveloper({ role: 'reviewer' }, owner) })
  await expect.poll(() => ledger.decisions.length >= 2 || writer.refused.length > 0).toBe(true)
  await writer.stop()
  expect(writer.refused).toEqual([])
  expect(countWrites(ledger)).toBeGreaterThan(20)
  const none = { developers: 0, applications: 0, documents: 0, decisions: 0, mails: 0, audits: 0 }
  expect(await findLosses(owner, ledger)).toEqual(none)

  const [developer] = ledger.developers
  ledger.developers.push(['nobody@faults.invalid'])
  ledger.decisions.push(['00000000-0000-0000-0000-000000000000'])
  ledger.mails.push([String(developer), 'activation-link', '2'])
  ledger.audits.push(['nobody', 'developer.signed_up'])
  await owner.query(
    `UPDATE document_chunk c SET ciphertext = substr(ciphertext, 2) FROM document d
     WHERE d.id = c.document_id AND d.submission_id = $1 AND d.requirement_id = $2`,
    ledger.documents[0],
  )
  expect(await findLosses(owner, ledger)).toEqual({
    ...none,
    developers: 1,
    documents: 1,
    decisions: 1,
    mails: 1,
    audits: 1,
  })

  const mails = await listMails(owner, since)
  const sent = new Map(mails.slice(1).map((id) => [`<${id}@portal.localhost>`, 1]))
  sent.set(`<${mails[1]}@portal.localhost>`, 3)
  expect(compareMails(mails, sent)).toEqual({ mails: mails.length, lost: 1, doubled: 2 })
  expect(await countQueued(owner)).toBe(mails.length)
  expect(await countQueued(owner, mails.slice(0, 2))).toBe(2)
  expect(await listMails(owner, new Date(Date.now() + 60_000))).toEqual([])
})
