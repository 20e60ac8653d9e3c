import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { findApplicationFor } from '@/lib/applications/queries'
import type { Owner } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { refused, succeed } from '@/lib/result'
import { submitForValidation } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { readExport } from '@/test/export'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { createShop } from '@/test/team'
import { countLiveTokens, createToken } from '@/test/tokens'
import { createDraft } from '@/test/validation'
import { addClientKey, removeClientKey, switchToSecret } from './client-keys'
import { listKeys, listWorkingSecrets } from './queries'

const guichet = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let owner: Developer
let id: string

beforeEach(async () => {
  await guichet.connectAs('portal')
  owner = await createDeveloper()
  id = await createShop(owner)
})

const somePem = () => String(generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }))
const methodOf = async (applicationId = id, who: Owner = owner) =>
  (await findApplicationFor(who.id, 'view', applicationId))?.clientAuthentication

async function readActions(applicationId = id) {
  const { rows } = await guichet.owner.query(
    `SELECT action FROM audit_entry WHERE subject_id = $1 OR detail->>'applicationId' = $1 ORDER BY sequence`,
    [applicationId],
  )
  return rows.map(({ action }) => action as string)
}

describe('keys of an application', () => {
  test('the first one ends secret and tokens, and every owner gets an e-mail', async () => {
    await createToken(guichet, id)
    await succeed(executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } }))
    expect(await methodOf()).toBe('private_key_jwt')
    expect(await listWorkingSecrets(id)).toEqual([])
    expect(await countLiveTokens(id)).toBe(0)
    const [key] = await listKeys(id)
    expect(key).toMatchObject({ algorithms: ['EdDSA'], lastUsedAt: null })
    expect((await readOutbox(owner.email)).at(-1)).toMatchObject({
      template: 'client-keys-changed',
      props: { change: 'first', kid: key?.kid },
    })
    expect((await readActions()).at(-1)).toBe('client_key.added')
  })

  test('a second one leaves tokens alone, a third is refused, and so is the same again', async () => {
    const pem = somePem()
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: pem } })
    await createToken(guichet, id)
    expect(await executeAs(owner, addClientKey, { target: id, input: { publicKey: pem } })).toEqual(
      refused('same_key'),
    )
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })
    expect(await countLiveTokens(id)).toBe(1)
    expect(await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })).toEqual(
      refused('too_many_keys'),
    )
    expect(await listKeys(id)).toHaveLength(2)
  })

  test('an application that is deleted while it switches back has no secret', async () => {
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })
    const release = await holdLocks(
      guichet.owner,
      'SELECT FROM client_key WHERE application_id = $1 FOR UPDATE',
      [id],
    )
    const switched = executeAs(owner, switchToSecret, { target: id })
    await untilBlocked(guichet.owner, 1)
    const deleted = executeAs(owner, deleteApplication, { target: id, input: {} })
    await untilBlocked(guichet.owner, 2)
    await release()
    expect([await switched, await deleted]).toMatchObject([{ ok: true }, { ok: true }])
    expect(await listWorkingSecrets(id)).toEqual([])
  })

  test('of many first keys at the same time at most two are added', async () => {
    await Promise.all(
      Array.from({ length: 4 }, () =>
        executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } }),
      ),
    )
    expect(await listKeys(id)).toHaveLength(2)
  })

  test('one of two is removed with the tokens, the last one is not', async () => {
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })
    const [first, second] = await listKeys(id)
    await createToken(guichet, id)
    const results = await Promise.all(
      [first, second].map((key) =>
        executeAs(owner, removeClientKey, { target: id, input: { keyId: key?.id ?? '' } }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(refused('last_key'))
    expect(await countLiveTokens(id)).toBe(0)
    expect(await listKeys(id)).toHaveLength(1)
    expect((await readOutbox(owner.email)).at(-1)?.props).toMatchObject({ change: 'removed' })
    expect((await readActions()).at(-1)).toBe('client_key.removed')
  })

  test('switching back removes them, ends the tokens and gives a new secret', async () => {
    expect(await executeAs(owner, switchToSecret, { target: id })).toEqual(refused('not_found'))
    const [previous] = await listWorkingSecrets(id)
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })
    await createToken(guichet, id)
    expect(await executeAs(owner, switchToSecret, { target: id })).toMatchObject({ ok: true })
    const secrets = await listWorkingSecrets(id)
    expect(secrets).toHaveLength(1)
    expect(secrets[0]?.id).not.toBe(previous?.id)
    expect([await methodOf(), await listKeys(id), await countLiveTokens(id)]).toEqual([
      'client_secret',
      [],
      0,
    ])
    expect((await readOutbox(owner.email)).at(-1)?.props).toMatchObject({ change: 'off' })
    expect((await readActions()).at(-1)).toBe('application.switched_to_secret')
  })

  test('are removed from their own application only', async () => {
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })
    const [key] = await listKeys(id)
    const other = await createDeveloper()
    const theirs = await createShop(other)
    expect(
      await executeAs(other, removeClientKey, { target: theirs, input: { keyId: key?.id ?? '' } }),
    ).toEqual(refused('not_found'))
  })

  test('a private key is refused, and nothing of it is written', async () => {
    const pem = String(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }))
    expect(await executeAs(owner, addClientKey, { target: id, input: { publicKey: pem } })).toEqual(
      refused('private_key'),
    )
    expect([await methodOf(), await listKeys(id)]).toEqual(['client_secret', []])
  })

  test('one that is removed while a token is minted with it gets none', async () => {
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })
    const [key] = await listKeys(id)
    const removed = await holdLocks(
      guichet.owner,
      `WITH gone AS (DELETE FROM client_key WHERE application_id = $1)
       SELECT FROM application WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    )
    const minted = guichet.gateway.query(
      `SELECT FROM mint_access_token($1, 1, '\\x01', 'test', $2, interval '5 minutes', false)`,
      [key?.id, Buffer.from(id)],
    )
    await untilBlocked(guichet.owner, 1)
    await removed()
    expect((await minted).rowCount).toBe(0)
  })

  test('are in the personal export, without the key itself', async () => {
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })
    const { text, parsed } = await readExport(owner)
    const [key] = await listKeys(id)
    expect(parsed.applications).toMatchObject([
      { clientAuthentication: 'private_key_jwt', keys: [{ kid: key?.kid, algorithms: ['EdDSA'] }] },
    ])
    expect(text).not.toContain('publicKey')
  })

  test('end with the application', async () => {
    await executeAs(owner, addClientKey, { target: id, input: { publicKey: somePem() } })
    await executeAs(owner, deleteApplication, { target: id, input: {} })
    expect(await database().clientKey.count({ where: { applicationId: id } })).toBe(0)
  })
})

describe('in Production', () => {
  test('a draft switches without getting a secret, and back', async () => {
    const draft = await createDraft(guichet.owner, { documents: false })
    const who = draft.owner
    await executeAs(who, addClientKey, { target: draft.applicationId, input: { publicKey: somePem() } })
    expect(await methodOf(draft.applicationId, who)).toBe('private_key_jwt')
    await executeAs(who, switchToSecret, { target: draft.applicationId })
    expect(await database().clientSecret.count({ where: { applicationId: draft.applicationId } })).toBe(0)
  })

  test('where keys are required, a submission without them is refused, and so is switching back', async () => {
    const { applicationId, owner: who } = await createDraft(guichet.owner)
    getSettings().PRODUCTION_CLIENT_AUTHENTICATION = 'private_key_jwt'
    expect(await executeAs(who, submitForValidation, { target: applicationId })).toEqual(
      refused('keys_required'),
    )
    await executeAs(who, addClientKey, { target: applicationId, input: { publicKey: somePem() } })
    expect(await executeAs(who, switchToSecret, { target: applicationId })).toEqual(refused('keys_required'))
    expect(await executeAs(who, submitForValidation, { target: applicationId })).toMatchObject({ ok: true })
    expect(
      await executeAs(who, addClientKey, { target: applicationId, input: { publicKey: somePem() } }),
    ).toEqual(refused('wrong_state'))
    expect(await methodOf(applicationId, who)).toBe('private_key_jwt')
  })
})
