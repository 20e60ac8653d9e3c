import { generateKeyPairSync } from 'node:crypto'
import { createAccessKey, listAccessKeys } from '@/lib/access-keys/commands'
import { publishAnnouncement } from '@/lib/announcements/commands'
import { announcementSchema } from '@/lib/announcements/schema'
import { inviteToTeam } from '@/lib/applications/invite'
import { shareCertificate } from '@/lib/certificates/commands'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { inviteToRole } from '@/lib/developers/roles'
import { requestActivation } from '@/lib/identity/activation'
import { requestEmailChange } from '@/lib/identity/email-change'
import { requestBrowserLink } from '@/lib/identity/known-browser'
import { beginAssertion, beginRegistration, listPasskeys } from '@/lib/identity/passkey'
import { beginPasskeySignIn } from '@/lib/identity/passkey-sign-in'
import { requestPasswordReset } from '@/lib/identity/password-change'
import { showSetupKey } from '@/lib/identity/second-factor'
import { addIdentity } from '@/lib/identity/sign-in-identity'
import { newId } from '@/lib/ids'
import { getLandingCredentials } from '@/lib/lifecycle/landing-credentials'
import { suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { startRehearsal } from '@/lib/rehearsals/commands'
import { rehearsalCases } from '@/lib/rehearsals/schema'
import { succeed } from '@/lib/result'
import { findAccess } from '@/lib/validation/account-access'
import { addEndpoint } from '@/lib/webhooks/commands'
import { lastLink } from '@/scripts/launch/data'
import { addSecondFactor, createDeveloper } from '@/test/factories'
import { formOf } from '@/test/forms'
import { Authenticator } from '../authenticator'
import { addKey, createKey, switchToKeys } from '../client-keys'
import { codeFor, goodPassword, otherPassword, someEmail } from '../developers'
import { createTestAccount } from '../factories'
import { organisationFields } from '../organisation-fields'
import { createOrganisation, createVerified } from '../organisations'
import { addReport } from '../rehearsals'
import { addToTeam, createShop } from '../team'
import { publishNow } from '../terms'
import { createDraft, createInState, type Draft } from '../validation'
import { createEndpoint } from '../webhooks'
import { putPasskey, type Scene } from './scene'

/**
 * How the tests call one server action.
 * `theirs`: it names something that belongs to the scene's owner. Only `by` may call it, all others are refused.
 * `own`: it changes only what belongs to the caller, and names nothing.
 * `open`: signed-out callers may use it too; it names a link of 256 random bits, or nothing.
 * `arguments` names the owner's objects, so that the call has an effect when `by` makes it.
 */
export type ActionFixture = {
  kind: 'theirs' | 'own' | 'open'
  by: 'owner' | 'reviewer' | 'administrator' | 'pending' | 'stranger'
  arguments: (scene: Scene) => unknown[] | Promise<unknown[]>
  /** Writes nothing: it sets a cookie, or calls a gateway with the caller's own token. */
  writes?: false
}

type Arguments = ActionFixture['arguments']

const theirs = (arguments_: Arguments, by: ActionFixture['by'] = 'owner'): ActionFixture => ({
  kind: 'theirs',
  by,
  arguments: arguments_,
})
const own = (arguments_: Arguments): ActionFixture => ({ kind: 'own', by: 'owner', arguments: arguments_ })
const open = (arguments_: Arguments): ActionFixture => ({
  kind: 'open',
  by: 'stranger',
  arguments: arguments_,
})
const withForm = (fields: Parameters<typeof formOf>[0]) => [{}, formOf(fields)]
const toSandbox =
  (fields: Record<string, string>): Arguments =>
  ({ sandbox }) => [sandbox.applicationId, ...withForm(fields)]

const somePublicKey = () =>
  String(generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }))

const account = { type: 'customer', status: 'active', currency: 'XOF', balance: '5' }

const portal = 'app/(portal)'
const application = `${portal}/applications/[id]`
const administration = 'app/(administration)/administration'

/** One for each server action. A test fails for a missing one, and for a superfluous one. */
export const actionFixtures: Record<string, ActionFixture> = {
  [`${application}/actions.ts revealOwnSecret`]: theirs(toSandbox({})),
  [`${application}/actions.ts copySecret`]: theirs(({ sandbox }) => [sandbox.applicationId]),
  [`${application}/actions.ts rotateOwnSecret`]: theirs(({ sandbox }) => [
    sandbox.applicationId,
    ...withForm({ secretId: sandbox.secretId, overlap: '0' }),
  ]),
  [`${application}/actions.ts endPreviousSecret`]: theirs(async ({ sandbox, sql }) => {
    await sql.query(`UPDATE client_secret SET retires_at = now() + interval '1 day' WHERE id = $1`, [
      sandbox.secretId,
    ])
    return [sandbox.applicationId, ...withForm({ secretId: sandbox.secretId })]
  }),
  [`${application}/actions.ts addKey`]: theirs(({ sandbox }) => [
    sandbox.applicationId,
    ...withForm({ publicKey: somePublicKey() }),
  ]),
  [`${application}/actions.ts removeKey`]: theirs(async ({ sandbox, sql }) => {
    const keyId = await switchToKeys(sql, sandbox.applicationId, await createKey())
    await addKey(sql, sandbox.applicationId, await createKey())
    return [sandbox.applicationId, ...withForm({ keyId })]
  }),
  [`${application}/actions.ts switchBackToSecret`]: theirs(async ({ sandbox, sql }) => {
    await switchToKeys(sql, sandbox.applicationId, await createKey())
    return [sandbox.applicationId, ...withForm({})]
  }),
  [`${application}/edit/actions.ts saveDetails`]: theirs(toSandbox({ name: 'Taken over', description: '' })),
  [`${application}/edit/actions.ts moveToOrganisation`]: theirs(async ({ owner, sandbox }) => [
    sandbox.applicationId,
    ...withForm({ organisationId: await createOrganisation(owner) }),
  ]),
  [`${application}/delete/actions.ts removeApplication`]: theirs(toSandbox({})),
  [`${application}/accounts/actions.ts createAccount`]: theirs(
    toSandbox({ ...account, msisdn: '999100000009' }),
  ),
  [`${application}/accounts/actions.ts changeAccount`]: theirs(async ({ sandbox, sql }) => {
    await createTestAccount(sql, sandbox.applicationId, '999100000001')
    return [sandbox.applicationId, '999100000001', ...withForm(account)]
  }),
  [`${application}/accounts/actions.ts resetAccounts`]: theirs(toSandbox({})),
  [`${application}/accounts/actions.ts removeAccount`]: theirs(async ({ sandbox, sql }) => {
    await createTestAccount(sql, sandbox.applicationId, '999100000001')
    return [sandbox.applicationId, '999100000001', ...withForm({})]
  }),
  [`${application}/accounts/actions.ts importFixture`]: theirs(({ sandbox }) => {
    const fixture = {
      format: 'guichet-test-accounts',
      version: 1,
      accounts: [{ ...account, msisdn: '999100000009' }],
    }
    const file = new File([JSON.stringify(fixture)], 'fixture.json')
    return [sandbox.applicationId, ...withForm({ fixture: file })]
  }),
  'app/docs/reference/actions.ts callFromReference': theirs(({ sandbox }) => [
    'obtainToken',
    ...withForm({ application: sandbox.applicationId }),
  ]),
  [`${application}/rehearsal/actions.ts startOwnRehearsal`]: theirs(toSandbox({})),
  [`${application}/rehearsal/actions.ts endOwnRehearsal`]: theirs(async ({ sandbox, owner }) => {
    await startRehearsal(sandbox.applicationId, { id: owner.id, role: 'developer' })
    return [sandbox.applicationId, ...withForm({})]
  }),
  [`${application}/certificate/actions.ts shareLink`]: theirs(async (scene) => {
    await passRehearsal(scene)
    return [scene.sandbox.applicationId, ...withForm({})]
  }),
  [`${application}/certificate/actions.ts endLink`]: theirs(async (scene) => {
    await passRehearsal(scene)
    await shareCertificate(scene.sandbox.applicationId, { id: scene.owner.id, role: 'developer' })
    return [scene.sandbox.applicationId, ...withForm({})]
  }),
  'app/_console/actions.ts callApi': theirs(toSandbox({ intent: 'token' })),
  'app/_console/actions.ts makeFirstCall': theirs(toSandbox({})),
  [`${application}/addresses/actions.ts changeOwnNetworks`]: theirs(async (scene) => [
    (await listedDraft(scene)).applicationId,
    ...withForm({ networks: '203.0.113.0/24', intent: 'save', previewed: '203.0.113.0/24' }),
  ]),
  [`${application}/addresses/actions.ts withdrawListRequest`]: theirs(async (scene) => [
    (await openNetworkRequest(scene)).applicationId,
    ...withForm({}),
  ]),
  [`${application}/traffic/limit/actions.ts requestHigherLimit`]: theirs(
    toSandbox({ callsPerMinute: '500', reason: 'A new partner.' }),
  ),
  [`${application}/traffic/limit/actions.ts withdrawLimitRequest`]: theirs(async (scene) => {
    await openLimitRequest(scene)
    return [scene.sandbox.applicationId, ...withForm({})]
  }),
  'app/_validation/actions.ts moveSubmission': theirs(async ({ production }) => [
    (await production()).applicationId,
    'withdrawn',
    ...withForm({}),
  ]),
  'app/_validation/actions.ts sendMessage': theirs(async ({ production }) => [
    (await production()).applicationId,
    ...withForm({ message: 'When will it be?' }),
  ]),
  [`${application}/webhooks/actions.ts addOwnEndpoint`]: theirs(
    toSandbox({ url: 'https://hooks.example.com/', 'secret.rotated': 'on' }),
  ),
  [`${application}/webhooks/actions.ts rotateOwnEndpoint`]: theirs(someEndpoint),
  [`${application}/webhooks/actions.ts removeOwnEndpoint`]: theirs(someEndpoint),
  [`${application}/webhooks/actions.ts sendTest`]: theirs(someEndpoint),
  [`${application}/webhooks/actions.ts enableOwnEndpoint`]: theirs(async (scene) => {
    const given = await someEndpoint(scene)
    await scene.sql.query(`UPDATE webhook_endpoint SET disabled_at = now(), disabled_reason = 'gone'`)
    return given
  }),
  [`${application}/webhooks/actions.ts resendOwnEvent`]: theirs(async (scene) => {
    const [id, endpointId, ...form] = await someEndpoint(scene)
    return [id, endpointId, await putDelivery(scene, endpointId), ...form]
  }),
  'app/_team/actions.ts inviteMember': theirs(({ sandbox }) => [
    sandbox.applicationId,
    ...withForm({ email: someEmail(), role: 'member' }),
  ]),
  'app/_team/actions.ts revokeInvitation': theirs(async ({ sandbox, owner }) => [
    sandbox.applicationId,
    await invitationBy(owner, sandbox.applicationId, someEmail()),
    ...withForm({}),
  ]),
  'app/_team/member/actions.ts changeMember': theirs(async ({ sandbox, owner }) => {
    const member = await addToTeam(sandbox.applicationId, { ...owner, role: 'developer' }, 'member')
    return [sandbox.applicationId, member.id, 'removed', ...withForm({})]
  }),
  'app/_team/member/actions.ts leaveOwnTeam': theirs(async ({ sandbox, owner }) => {
    await addToTeam(sandbox.applicationId, { ...owner, role: 'developer' }, 'member')
    return [sandbox.applicationId, ...withForm({})]
  }),
  [`${portal}/organisations/new/actions.ts createOwnOrganisation`]: own(() => withForm(organisationFields())),
  [`${portal}/organisations/[id]/edit/actions.ts saveOrganisation`]: theirs(async ({ owner }) => [
    await createOrganisation(owner),
    ...withForm(organisationFields('Kolo Holding SA')),
  ]),
  [`${portal}/organisations/[id]/actions.ts moveApplicationIn`]: theirs(async ({ owner, sandbox }) => [
    await createOrganisation(owner),
    ...withForm({ applicationId: sandbox.applicationId }),
  ]),
  [`${portal}/organisations/[id]/actions.ts closeOrganisation`]: theirs(async ({ owner }) => [
    await createOrganisation(owner),
    ...withForm({}),
  ]),
  'app/_request/answer-invitation.ts answerInvitation': theirs(async ({ owner, sql }) => {
    const draft = await createDraft(sql, { documents: false })
    return [await invitationBy(draft.owner, draft.applicationId, owner.email), 'accept', ...withForm({})]
  }),
  [`${portal}/account/actions.ts revokeOwnSession`]: theirs(({ otherSessionId }) =>
    withForm({ session: otherSessionId }),
  ),
  [`${portal}/account/actions.ts nameOwnSession`]: theirs(({ otherSessionId }) =>
    withForm({ session: otherSessionId, sessionName: 'Till laptop' }),
  ),
  [`${portal}/account/actions.ts removeOwnPasskey`]: theirs(async ({ owner }) => {
    await putPasskey(owner)
    const [passkey] = await listPasskeys(owner.id)
    return withForm({ id: passkey?.id ?? '' })
  }),
  [`${portal}/account/actions.ts removeOwnAccessKey`]: theirs(async ({ owner }) => {
    await createAccessKey(
      { keyName: 'Dashboard', days: 1, permission: 'read' },
      { id: owner.id, role: 'developer' },
    )
    const [key] = await listAccessKeys(owner.id)
    return withForm({ id: key?.id ?? '' })
  }),
  'app/(auth)/invitation/[link]/actions.ts acceptInvitation': theirs(async ({ owner, administrator }) => {
    const actor = { id: administrator.id, role: 'administrator' } as const
    await inviteToRole({ email: owner.email, role: 'reviewer' }, actor, 'en')
    return [await lastLink(owner.email), ...withForm({})]
  }),

  [`${portal}/applications/new/actions.ts createApplication`]: own(() =>
    withForm({ name: 'Mine', description: '', environment: 'sandbox' }),
  ),
  [`${portal}/account/actions.ts changeOwnPassword`]: own(() =>
    withForm({ currentPassword: goodPassword, newPassword: otherPassword }),
  ),
  [`${portal}/account/actions.ts changeOwnEmail`]: own(() => withForm({ email: someEmail() })),
  [`${portal}/account/actions.ts cancelOwnEmailChange`]: own(async ({ owner }) => {
    await requestEmailChange(someEmail(), { id: owner.id, role: 'developer' }, owner.claims.sessionId)
    return withForm({})
  }),
  [`${portal}/account/actions.ts changeOwnLanguage`]: own(() => withForm({ locale: 'fr' })),
  [`${portal}/account/actions.ts changeOwnProfile`]: own(() =>
    withForm({ displayName: 'Ada Lovelace', timeZone: 'Africa/Dakar' }),
  ),
  [`${portal}/account/actions.ts createOwnAccessKey`]: own(() =>
    withForm({ keyName: 'Dashboard', days: '90' }),
  ),
  [`${portal}/account/actions.ts chooseHints`]: own(() => withForm({})),
  [`${portal}/account/actions.ts revokeOwnOtherSessions`]: own(() => withForm({})),
  [`${portal}/account/actions.ts unlinkOwnIdentity`]: own(async ({ owner }) => {
    const person = { issuer: 'https://id.example.com/', subject: newId() }
    await database().$transaction((transaction) => addIdentity(transaction, person, owner.id))
    return withForm({})
  }),
  [`${portal}/account/actions.ts turnOffAuthenticator`]: own(async ({ sql, owner }) => {
    await addSecondFactor(owner.id, sql)
    return withForm({})
  }),
  [`${portal}/account/actions.ts renewCodes`]: own(async ({ sql, owner }) => {
    await addSecondFactor(owner.id, sql)
    return withForm({})
  }),
  [`${portal}/account/delete/actions.ts deleteOwnAccount`]: own(({ owner }) =>
    withForm({ email: owner.email }),
  ),
  'app/(auth)/confirm/actions.ts confirmOwnIdentity': own(() => withForm({ password: goodPassword })),
  'app/(auth)/confirm/actions.ts beginPasskey': own(() => []),
  'app/(auth)/two-factor/passkey/actions.ts beginPasskey': own(() => [formOf({ name: 'Blue key' })]),
  'app/(auth)/two-factor/passkey/actions.ts addPasskey': own(async ({ owner }) => {
    const options = await beginRegistration(owner, owner.claims.sessionId)
    return withForm({ name: 'Blue key', passkey: JSON.stringify(new Authenticator().create(options)) })
  }),
  'app/(auth)/two-factor/actions.ts turnOnAuthenticator': own(async ({ owner }) => {
    const setup = await showSetupKey(owner, owner.claims.sessionId)
    // None if another racer has an authenticator already.
    return withForm({ code: setup ? codeFor(setup.key) : '000000' })
  }),
  [`${portal}/search/actions.ts searchCommands`]: {
    ...open(() => withForm({ query: 'balance' })),
    writes: false,
  },
  'app/_request/sign-out.ts signOut': { ...open(() => []), by: 'owner' },

  'app/(review)/review/[id]/actions.ts decideOn': theirs(
    async ({ production }) =>
      withForm({
        submissionId: (await production()).submissionId,
        version: '1',
        outcome: 'rejected',
        reason: 'The stamp cannot be read.',
      }),
    'reviewer',
  ),
  'app/(review)/review/[id]/actions.ts claimReview': theirs(
    async ({ production }) => [(await production()).submissionId, ...withForm({})],
    'reviewer',
  ),
  'app/(review)/review/[id]/actions.ts releaseReview': theirs(async ({ production, reviewer, sql }) => {
    const { submissionId } = await production()
    await sql.query(
      `UPDATE submission SET claimed_by_id = $2, claimed_until = now() + interval '9 min' WHERE id = $1`,
      [submissionId, reviewer.id],
    )
    return [submissionId, ...withForm({})]
  }, 'reviewer'),
  'app/(review)/review/[id]/actions.ts sendToDeveloper': theirs(
    async ({ production }) =>
      withForm({ submissionId: (await production()).submissionId, message: 'A question.' }),
    'reviewer',
  ),
  'app/(review)/review/[id]/actions.ts keepNote': theirs(
    async ({ production }) =>
      withForm({ submissionId: (await production()).submissionId, note: 'Looks new.' }),
    'reviewer',
  ),

  'app/(review)/review/[id]/organisation-actions.ts suspendReviewed': theirs(
    async () => [...(await verifiedOrganisation()), ...withForm({ reason: 'Asked about it.' })],
    'administrator',
  ),
  'app/(review)/review/[id]/organisation-actions.ts reinstateReviewed': theirs(async ({ administrator }) => {
    const [id, submissionId] = await verifiedOrganisation()
    await suspendOrganisation(id, { reason: 'Fraud.' }, { id: administrator.id, role: 'administrator' })
    return [id, submissionId, ...withForm({ reason: 'Asked about it.' })]
  }, 'administrator'),

  'app/(review)/review/request-action.ts decideOnRequest': theirs(async (scene) => {
    const id = await openLimitRequest(scene)
    return ['limits', id, ...withForm({ outcome: 'approved', reason: '' })]
  }, 'reviewer'),

  'app/(review)/review/requirements/actions.ts saveDocumentRequirement': theirs(
    () => withForm({ nameEn: 'Seal', nameFr: 'Sceau', pdf: 'on', maxMegabytes: '5' }),
    'administrator',
  ),
  'app/(review)/review/requirements/actions.ts retireDocumentRequirement': theirs(
    async (scene) => [await someRequirement(scene), true, ...withForm({})],
    'administrator',
  ),
  'app/(review)/review/requirements/actions.ts shiftDocumentRequirement': theirs(
    async (scene) => [await someRequirement(scene), 'up', ...withForm({})],
    'administrator',
  ),
  'app/(review)/review/requirements/actions.ts changeTemplate': theirs(async (scene) => {
    const template = new File(['%PDF-1.4'], 'form.pdf')
    return [await someRequirement(scene), ...withForm({ template })]
  }, 'administrator'),

  'app/(review)/review/templates/actions.ts saveTemplate': theirs(
    () => withForm({ labelEn: 'Old', labelFr: 'Vieux', textEn: 'Too old.', textFr: 'Trop vieux.' }),
    'administrator',
  ),
  'app/(review)/review/templates/actions.ts removeTemplate': theirs(
    // One of the four that every installation starts with.
    () => ['019aa3c0-0000-7000-8000-000000000101', ...withForm({})],
    'administrator',
  ),

  [`${administration}/terms/actions.ts publishDraft`]: theirs(
    () => withForm({ ...someTerms(), intent: 'publish' }),
    'administrator',
  ),
  [`${administration}/terms/actions.ts remindPeople`]: theirs(async ({ sql }) => {
    await publishNow(sql)
    return withForm({})
  }, 'administrator'),
  'app/terms/accept/actions.ts acceptCurrentTerms': own(async ({ sql }) =>
    withForm({ version: String(await publishNow(sql)), locale: 'en' }),
  ),
  [`${administration}/branding/actions.ts saveBrandingForm`]: theirs(
    () => withForm({ productName: 'Teranga Pay', accentColour: '#7a1fa2' }),
    'administrator',
  ),
  [`${administration}/accounts/feed-actions.ts resumeSenderOfFeed`]: theirs(async ({ sql }) => {
    await sql.query(
      `INSERT INTO feed_sender (name, paused_at, paused_reason) VALUES ('core', now(), 'currency') ON CONFLICT DO NOTHING`,
    )
    return ['core', ...withForm({})]
  }, 'administrator'),
  [`${administration}/accounts/feed-actions.ts retryRefusedChanges`]: theirs(
    () => ['all', ...withForm({})],
    'administrator',
  ),
  [`${administration}/accounts/actions.ts lookUpNumber`]: theirs(
    () => withForm({ msisdn: '221770000001' }),
    'administrator',
  ),
  [`${administration}/developers/[id]/actions.ts suspendPerson`]: theirs(
    ({ owner }) => [owner.id, ...withForm({ reason: 'Asked about it.' })],
    'administrator',
  ),
  [`${administration}/developers/[id]/actions.ts reinstatePerson`]: theirs(async ({ other, sql }) => {
    await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [other.id])
    return [other.id, ...withForm({ reason: 'Asked about it.' })]
  }, 'administrator'),
  [`${administration}/developers/[id]/actions.ts approvePerson`]: theirs(async ({ other, sql }) => {
    await sql.query(`UPDATE developer SET approval = 'waiting' WHERE id = $1`, [other.id])
    return [other.id, ...withForm({})]
  }, 'administrator'),
  [`${administration}/developers/[id]/actions.ts rejectPerson`]: theirs(async ({ other, sql }) => {
    await sql.query(`UPDATE developer SET approval = 'waiting' WHERE id = $1`, [other.id])
    return [other.id, ...withForm({ rejectionReason: 'No such company.' })]
  }, 'administrator'),
  [`${administration}/developers/[id]/actions.ts changeRole`]: theirs(
    ({ reviewer }) => [reviewer.id, ...withForm({ role: 'developer' })],
    'administrator',
  ),
  [`${administration}/developers/[id]/actions.ts resetFactor`]: theirs(
    ({ reviewer }) => [reviewer.id, ...withForm({})],
    'administrator',
  ),
  [`${administration}/developers/[id]/actions.ts unlinkPerson`]: theirs(async ({ reviewer, sql }) => {
    await sql.query(
      `INSERT INTO sign_in_identity (id, developer_id, issuer, subject) VALUES ($1::uuid, $2, 'https://id.example', $1::text)
       ON CONFLICT DO NOTHING`,
      [newId(), reviewer.id],
    )
    return [reviewer.id, ...withForm({})]
  }, 'administrator'),
  [`${administration}/developers/[id]/actions.ts erasePerson`]: theirs(
    ({ other }) => [other.id, ...withForm({ erasureReason: 'They asked for it.' })],
    'administrator',
  ),
  [`${administration}/applications/[id]/actions.ts suspendOperated`]: theirs(
    toSandbox({ reason: 'Asked about it.' }),
    'administrator',
  ),
  [`${administration}/applications/[id]/actions.ts reinstateOperated`]: theirs(async ({ sql }) => {
    const reviewer = await createDeveloper({ role: 'reviewer' })
    const { applicationId } = await createInState(sql, reviewer, 'suspended')
    return [applicationId, ...withForm({ reason: 'Asked about it.' })]
  }, 'administrator'),
  [`${administration}/applications/[id]/actions.ts openRequest`]: theirs(async ({ sandbox, sql }) => {
    const { rows } = await sql.query(
      `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
       VALUES ($1, gen_random_uuid(), now(), 'token', 200, 3, '127.0.0.1') RETURNING request_id AS id`,
      [sandbox.applicationId],
    )
    return [sandbox.applicationId, rows[0].id, ...withForm({ reason: 'They asked why calls fail.' })]
  }, 'administrator'),
  [`${administration}/applications/[id]/access/actions.ts saveAccess`]: theirs(async ({ sql }) => {
    const reviewer = await createDeveloper({ role: 'reviewer' })
    const { applicationId } = await createInState(sql, reviewer, 'active')
    const version = (await findAccess(applicationId))?.version ?? ''
    return [applicationId, ...withForm({ access: 'listed', msisdns: '221771234567', version })]
  }, 'administrator'),
  [`${administration}/applications/[id]/actions.ts appointApplicationOwner`]: theirs(async ({ sql }) => {
    const owner = await createDeveloper()
    const id = await createShop(owner)
    const member = await addToTeam(id, owner, 'member')
    await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [owner.id])
    await sql.query('SELECT settle_owner($1)', [id])
    return [id, ...withForm({ memberId: member.id, appointmentReason: 'Asked about it.' })]
  }, 'administrator'),
  [`${administration}/organisations/[id]/actions.ts appointOrganisationOwner`]: theirs(async ({ sql }) => {
    const owner = await createDeveloper()
    const member = await createDeveloper()
    const id = await createOrganisation(owner)
    const place = { organisationId: id, developerId: member.id, role: 'member' } as const
    await database().applicationMember.create({ data: place })
    await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [owner.id])
    return [id, ...withForm({ memberId: member.id, appointmentReason: 'Asked about it.' })]
  }, 'administrator'),
  [`${administration}/applications/[id]/actions.ts saveLimit`]: theirs(
    toSandbox({ callsPerMinute: '500' }),
    'administrator',
  ),
  [`${administration}/webhooks/actions.ts addAdministrationEndpoint`]: theirs(async ({ sql }) => {
    await sql.query('DELETE FROM webhook_endpoint WHERE application_id IS NULL')
    return withForm({ url: 'https://siem.example.com/', 'audit.recorded': 'on' })
  }, 'administrator'),
  [`${administration}/webhooks/actions.ts rotateAdministrationEndpoint`]: theirs(
    administrationEndpoint,
    'administrator',
  ),
  [`${administration}/webhooks/actions.ts removeAdministrationEndpoint`]: theirs(
    administrationEndpoint,
    'administrator',
  ),
  [`${administration}/webhooks/actions.ts sendTest`]: theirs(administrationEndpoint, 'administrator'),
  [`${administration}/webhooks/actions.ts enableAdministrationEndpoint`]: theirs(async (scene) => {
    const given = await administrationEndpoint(scene)
    await scene.sql.query(`UPDATE webhook_endpoint SET disabled_at = now(), disabled_reason = 'gone'`)
    return given
  }, 'administrator'),
  [`${administration}/webhooks/actions.ts resendAdministrationEvent`]: theirs(async (scene) => {
    const [endpointId, ...form] = await administrationEndpoint(scene)
    return [endpointId, await putDelivery(scene, endpointId), ...form]
  }, 'administrator'),
  [`${administration}/rehearsal/actions.ts saveRequiredCases`]: theirs(
    () => withForm(Object.fromEntries(rehearsalCases.map((id) => [id, 'off']))),
    'administrator',
  ),
  [`${administration}/announcements/actions.ts publishDraft`]: theirs(
    () => withForm({ ...announcement(), intent: 'publish' }),
    'administrator',
  ),
  [`${administration}/announcements/actions.ts withdrawPublished`]: theirs(
    async (scene) => [await publishAs(scene), ...withForm({})],
    'administrator',
  ),
  [`${administration}/announcements/[id]/actions.ts saveAnnouncement`]: theirs(
    async (scene) => [await publishAs(scene), ...withForm({ ...announcement(), titleEn: 'Tomorrow' })],
    'administrator',
  ),
  [`${administration}/roles/actions.ts inviteStaff`]: theirs(
    () => withForm({ email: someEmail(), role: 'administrator' }),
    'administrator',
  ),
  [`${administration}/roles/actions.ts revokeStaffInvitation`]: theirs(async ({ administrator }) => {
    const actor = { id: administrator.id, role: 'administrator' } as const
    const invited = await inviteToRole({ email: someEmail(), role: 'reviewer' }, actor, 'en')
    return [invited.ok ? invited.value : '', ...withForm({})]
  }, 'administrator'),
  [`${administration}/outbox/actions.ts sendMailAgain`]: theirs(async ({ sql, owner }) => {
    await requestPasswordReset({ email: owner.email, resend: true }, null)
    const { rows } = await sql.query(
      `UPDATE mail_message SET status = 'failed' WHERE id = (SELECT id FROM mail_message LIMIT 1) RETURNING id`,
    )
    return [rows[0].id, ...withForm({})]
  }, 'administrator'),
  [`${administration}/alerts/actions.ts resolveOpenAlert`]: theirs(async ({ sql, sandbox }) => {
    const id = newId()
    await sql.query(
      `INSERT INTO operator_alert (id, kind, application_id, hour) VALUES ($1, 'account_enumeration', $2, $3)
       ON CONFLICT DO NOTHING`,
      [id, sandbox.applicationId, now()],
    )
    return [id, ...withForm({})]
  }, 'administrator'),

  'app/(auth)/sign-up/actions.ts signUp': open(() => withForm({ email: someEmail() })),
  'app/(auth)/sign-in/actions.ts signIn': open(({ owner }) =>
    withForm({ email: owner.email, password: goodPassword }),
  ),
  'app/(auth)/sign-in/passkey-actions.ts beginPasskey': open(() => []),
  'app/(auth)/sign-in/passkey-actions.ts givePasskey': open(async ({ owner }) => {
    const authenticator = await putPasskey(owner)
    const begun = await beginPasskeySignIn({ address: '', userAgent: '' })
    return withForm({ passkey: JSON.stringify(begun.ok ? authenticator.get(begun.value) : null) })
  }),
  'app/(auth)/sign-in/code/actions.ts giveCode': {
    ...own(({ pendingKey }) => withForm({ code: codeFor(pendingKey) })),
    by: 'pending',
  },
  'app/(auth)/sign-in/code/actions.ts beginPasskey': { ...own(() => []), by: 'pending' },
  'app/(auth)/sign-in/code/actions.ts givePasskey': {
    ...own(async ({ pending }) => {
      const authenticator = await putPasskey(pending)
      const options = await beginAssertion(pending, pending.claims.sessionId, 'sign_in')
      return withForm({ passkey: JSON.stringify(authenticator.get(options)) })
    }),
    by: 'pending',
  },
  'app/(auth)/forgot-password/actions.ts forgotPassword': open(({ owner }) =>
    withForm({ email: owner.email }),
  ),
  'app/(auth)/activate/[link]/actions.ts activateOwnAccount': open(async () =>
    withForm({ link: await activationLink(), password: goodPassword }),
  ),
  'app/(auth)/join/[link]/actions.ts joinWithPassword': open(async () => {
    const inviter = await createDeveloper()
    const email = someEmail()
    await invitationBy(inviter, await createShop(inviter), email)
    return withForm({ link: await lastLink(email), password: goodPassword })
  }),
  'app/(auth)/activate/[link]/actions.ts renewLink': open(async () =>
    withForm({ link: await activationLink() }),
  ),
  'app/(auth)/reset-password/[link]/actions.ts resetOwnPassword': open(async (scene) =>
    withForm({ link: await resetLink(scene), password: otherPassword }),
  ),
  'app/(auth)/reset-password/[link]/actions.ts renewLink': open(async (scene) =>
    withForm({ link: await resetLink(scene) }),
  ),
  'app/(auth)/change-email/[link]/actions.ts confirmNewEmail': theirs(async ({ owner }) => {
    const email = someEmail()
    await requestEmailChange(email, { id: owner.id, role: 'developer' }, owner.claims.sessionId)
    return [await lastLink(email), ...withForm({})]
  }),
  'app/(auth)/change-email/undo/[link]/actions.ts undoOwnEmailChange': open(async ({ owner }) => {
    await requestEmailChange(someEmail(), { id: owner.id, role: 'developer' }, owner.claims.sessionId)
    return [await lastLink(owner.email), ...withForm({})]
  }),
  'app/(auth)/sign-in/browser/actions.ts requestLink': open(({ owner }) => withForm({ email: owner.email })),
  'app/(auth)/sign-in/browser/[link]/actions.ts makeOwnBrowserKnown': open(async ({ owner }) => {
    await requestBrowserLink({ email: owner.email, resend: true }, '127.0.0.1')
    return [await lastLink(owner.email), ...withForm({})]
  }),
  'app/(auth)/invitation/[link]/actions.ts acceptWithPassword': open(async ({ administrator }) => {
    const email = someEmail()
    const actor = { id: administrator.id, role: 'administrator' } as const
    await inviteToRole({ email, role: 'reviewer' }, actor, 'en')
    return withForm({ link: await lastLink(email), password: goodPassword })
  }),
  'app/_request/locale.ts chooseLocale': { ...open(() => [formOf({ locale: 'fr' })]), writes: false },
  'app/(public)/actions.ts readTestBalance': {
    ...open(async () => {
      await getLandingCredentials()
      return withForm({ account: '1' })
    }),
    writes: false,
  },
  'app/_request/locale.ts chooseTheme': { ...open(() => [formOf({ theme: 'dark' })]), writes: false },
}

/** Its only test case passed. */
function passRehearsal({ sql, sandbox }: Scene): Promise<string> {
  const query = (text: string, values: unknown[]) => sql.query(text, values)
  return addReport(query, { submissionId: null, applicationId: sandbox.applicationId })
}

/** A verified organisation with its own people, and the submission on whose page administrators see it. */
async function verifiedOrganisation(): Promise<[string, string]> {
  const reviewer = await createDeveloper({ role: 'reviewer' })
  const id = await createVerified(await createDeveloper(), reviewer, { registrationNumber: newId() })
  const { id: submissionId } = await database().submission.findFirstOrThrow({ where: { organisationId: id } })
  return [id, submissionId]
}

async function someEndpoint({ sandbox, owner }: Scene): Promise<unknown[]> {
  const url = `https://${newId()}.example.com/`
  await createEndpoint(sandbox.applicationId, { id: owner.id, role: 'developer' }, url)
  const { id } = await database().webhookEndpoint.findFirstOrThrow({ where: { url } })
  return [sandbox.applicationId, id, ...withForm({})]
}

async function administrationEndpoint({ administrator, sql }: Scene): Promise<unknown[]> {
  // There are five at most.
  await sql.query('DELETE FROM webhook_endpoint WHERE application_id IS NULL')
  const url = `https://${newId()}.example.com/`
  const holder = { id: administrator.id, role: 'administrator', administration: true } as const
  await addEndpoint(null, { url, events: ['audit.recorded'] }, holder)
  const { id } = await database().webhookEndpoint.findFirstOrThrow({ where: { url } })
  return [id, ...withForm({})]
}

/** A delivery that was given up. @returns the id of its event */
async function putDelivery({ sql }: Scene, endpointId: unknown): Promise<string> {
  const eventId = newId()
  await sql.query(`INSERT INTO webhook_event (id, type, data) VALUES ($1, 'webhook.test', '{}')`, [eventId])
  await sql.query(
    'INSERT INTO webhook_delivery (endpoint_id, event_id, next_attempt_at) VALUES ($1, $2, NULL)',
    [endpointId, eventId],
  )
  return eventId
}

async function invitationBy({ id }: { id: string }, applicationId: string, email: string): Promise<string> {
  return succeed(inviteToTeam(applicationId, { email, role: 'member' }, { id, role: 'developer' }))
}

async function activationLink(): Promise<string> {
  const email = someEmail()
  await requestActivation({ email, locale: 'en', resend: true, address: null })
  return lastLink(email)
}

async function resetLink({ owner }: Scene): Promise<string> {
  await requestPasswordReset({ email: owner.email, resend: true }, null)
  return lastLink(owner.email)
}

function announcement() {
  const texts = { titleEn: 'Tonight', titleFr: 'Ce soir', textEn: 'A pause.', textFr: 'Une pause.' }
  return {
    ...texts,
    id: newId(),
    kind: 'maintenance',
    audience: 'everyone',
    from: now().toISOString().slice(0, 16),
  }
}

const someTerms = () => ({
  textEn: '# Terms',
  textFr: '# Conditions',
  effectiveFrom: '2199-01-01',
  requestKey: newId(),
})

async function publishAs({ administrator }: Scene): Promise<string> {
  const input = announcementSchema(now()).parse(announcement())
  await publishAnnouncement(input, { id: administrator.id, role: 'administrator' })
  return input.id
}

/** The open one, if another racer has made it before; also of an application that was suspended meanwhile. */
async function openLimitRequest({ sandbox: { applicationId }, owner, sql }: Scene): Promise<string> {
  const { rows } = await sql.query(
    `INSERT INTO limit_request (id, application_id, requested_by_id, calls_per_minute, reason) VALUES ($1, $2, $3, 500, 'Growth')
     ON CONFLICT (application_id) WHERE state = 'open' DO UPDATE SET reason = excluded.reason RETURNING id`,
    [newId(), applicationId, owner.id],
  )
  return rows[0].id
}

function listedDraft({ sql, owner }: Scene): Promise<Draft> {
  return createDraft(sql, { documents: false, owner: { id: owner.id, role: 'developer' } })
}

async function openNetworkRequest(scene: Scene): Promise<{ id: string; applicationId: string }> {
  const { applicationId } = await listedDraft(scene)
  const request = { networks: ['203.0.113.0/24'], reason: 'A new partner.', requestedById: scene.owner.id }
  return database().networkRequest.create({ data: { id: newId(), applicationId, ...request } })
}

async function someRequirement({ sql }: Scene): Promise<string> {
  const { rows } = await sql.query(
    'SELECT id FROM requirement WHERE retired_at IS NULL ORDER BY position DESC',
  )
  return rows[0].id
}
