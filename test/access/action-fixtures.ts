import { generateKeyPairSync } from 'node:crypto'
import { createAccessKey, listAccessKeys } from '@/lib/access-keys/access-key'
import { publishAnnouncement } from '@/lib/announcements/announcement'
import { announcementSchema } from '@/lib/announcements/schema'
import { inviteToTeam } from '@/lib/applications/invite'
import { systemActor, visitor } from '@/lib/audit/schema'
import { shareCertificate } from '@/lib/certificates/certificate'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { inviteToRole } from '@/lib/developers/roles'
import { requestActivation } from '@/lib/identity/activation'
import { requestBrowserLink } from '@/lib/identity/browser-link'
import { requestEmailChange } from '@/lib/identity/email-change'
import { beginSecondFactor, listPasskeys } from '@/lib/identity/passkey'
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
import { recordActivation } from '@/lib/validation/activation-check'
import { addAdministrationEndpoint } from '@/lib/webhooks/endpoint'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { addSecondFactor, createDeveloper } from '@/test/factories'
import { formOf } from '@/test/forms'
import { Authenticator } from '../authenticator'
import { addKey, createKey, switchToKeys } from '../client-keys'
import {
  askNewPasskey,
  askPasskey,
  codeFor,
  goodPassword,
  inSession,
  otherPassword,
  someEmail,
  stranger,
} from '../developers'
import { createTestAccount } from '../factories'
import { organisationFields } from '../organisation-fields'
import { createOrganisation, createVerified } from '../organisations'
import { addReport } from '../rehearsals'
import { addToTeam, createShop } from '../team'
import { publishNow } from '../terms'
import { createDraft, createInState, type Draft, decide } from '../validation'
import { createEndpoint } from '../webhooks'
import { putPasskey, type Scene } from './scene'
import { listExpectations } from './walk'

/**
 * How the tests call one server action.
 * `theirs`: it names something that belongs to the scene's owner. Only `by` may call it, all others are refused.
 * `own`: it changes only what belongs to the caller, and names nothing.
 * `open`: signed-out callers may use it too; it names a link of 256 random bits, or nothing.
 */
export type ActionFixture = {
  kind: 'theirs' | 'own' | 'open'
  /** By docs/acts.md. */
  by: 'owner' | 'reviewer' | 'administrator' | 'pending' | 'stranger'
  arguments: (scene: Scene) => Promise<unknown[]>
  /** Whether it writes. Others set a cookie, or call a gateway with the caller's own token. */
  writes: boolean
}

/** The owner's objects, so that the call has an effect when `by` makes it; at the end, what its form has. */
type Arguments = (scene: Scene) => unknown[] | Promise<unknown[]>

const own = (given: Arguments) => ({ kind: 'own', given }) as const
const open = (given: Arguments) => ({ kind: 'open', given }) as const
const toSandbox =
  (fields: Record<string, string>): Arguments =>
  ({ sandbox }) => [sandbox.applicationId, fields]

const somePublicKey = () =>
  String(generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }))

const account = { type: 'customer', status: 'active', currency: 'XOF', balance: '5' }

const portal = 'app/(portal)'
const application = `${portal}/applications/[id]`
const administration = 'app/(administration)/administration'

/** One for each server action, `theirs` unless it says so. */
const given: Record<string, Arguments | ReturnType<typeof own | typeof open>> = {
  [`${application}/actions.ts revealSecret`]: toSandbox({}),
  [`${application}/actions.ts copySecret`]: ({ sandbox }) => [sandbox.applicationId],
  [`${application}/actions.ts rotateSecret`]: ({ sandbox }) => [
    sandbox.applicationId,
    { secretId: sandbox.secretId, overlap: '0' },
  ],
  [`${application}/actions.ts revokePreviousSecret`]: async ({ sandbox, sql }) => {
    await sql.query(`UPDATE client_secret SET retires_at = now() + interval '1 day' WHERE id = $1`, [
      sandbox.secretId,
    ])
    return [sandbox.applicationId, { secretId: sandbox.secretId }]
  },
  [`${application}/actions.ts addKey`]: ({ sandbox }) => [
    sandbox.applicationId,
    { publicKey: somePublicKey() },
  ],
  [`${application}/actions.ts removeKey`]: async ({ sandbox, sql }) => {
    const keyId = await switchToKeys(sql, sandbox.applicationId, await createKey())
    await addKey(sql, sandbox.applicationId, await createKey())
    return [sandbox.applicationId, { keyId }]
  },
  [`${application}/actions.ts switchToSecret`]: async ({ sandbox, sql }) => {
    await switchToKeys(sql, sandbox.applicationId, await createKey())
    return [sandbox.applicationId, {}]
  },
  [`${application}/edit/actions.ts saveDetails`]: toSandbox({ name: 'Taken over', description: '' }),
  [`${application}/edit/actions.ts moveToOrganisation`]: async ({ owner, sandbox }) => [
    sandbox.applicationId,
    { organisationId: await createOrganisation(owner) },
  ],
  [`${application}/delete/actions.ts removeApplication`]: toSandbox({}),
  [`${application}/accounts/actions.ts createAccount`]: toSandbox({ ...account, msisdn: '999100000009' }),
  [`${application}/accounts/actions.ts changeAccount`]: async ({ sandbox, sql }) => {
    await createTestAccount(sql, sandbox.applicationId, '999100000001')
    return [sandbox.applicationId, '999100000001', account]
  },
  [`${application}/accounts/actions.ts resetAccounts`]: toSandbox({}),
  [`${application}/accounts/actions.ts removeAccount`]: async ({ sandbox, sql }) => {
    await createTestAccount(sql, sandbox.applicationId, '999100000001')
    return [sandbox.applicationId, '999100000001', {}]
  },
  [`${application}/accounts/actions.ts importFixture`]: ({ sandbox }) => {
    const fixture = {
      format: 'guichet-test-accounts',
      version: 1,
      accounts: [{ ...account, msisdn: '999100000009' }],
    }
    const file = new File([JSON.stringify(fixture)], 'fixture.json')
    return [sandbox.applicationId, { fixture: file }]
  },
  'app/docs/reference/actions.ts callFromReference': ({ sandbox }) => [
    'obtainToken',
    { application: sandbox.applicationId },
  ],
  [`${application}/rehearsal/actions.ts startRehearsal`]: toSandbox({}),
  [`${application}/rehearsal/actions.ts endRehearsal`]: async ({ sandbox, owner }) => {
    await executeAs({ id: owner.id, role: 'developer' }, startRehearsal, { target: sandbox.applicationId })
    return [sandbox.applicationId, {}]
  },
  [`${application}/certificate/actions.ts shareLink`]: async (scene) => {
    await passRehearsal(scene)
    return [scene.sandbox.applicationId, {}]
  },
  [`${application}/certificate/actions.ts endLink`]: async (scene) => {
    await passRehearsal(scene)
    await executeAs({ id: scene.owner.id, role: 'developer' }, shareCertificate, {
      target: scene.sandbox.applicationId,
    })
    return [scene.sandbox.applicationId, {}]
  },
  'app/_console/actions.ts callApi': toSandbox({ intent: 'token' }),
  'app/_console/actions.ts makeFirstCall': toSandbox({}),
  [`${application}/addresses/actions.ts changeOwnNetworks`]: async (scene) => [
    (await listedDraft(scene)).applicationId,
    { networks: '203.0.113.0/24', intent: 'save', previewed: '203.0.113.0/24' },
  ],
  [`${application}/addresses/actions.ts withdrawListRequest`]: async (scene) => [
    (await openNetworkRequest(scene)).applicationId,
    {},
  ],
  [`${application}/traffic/limit/actions.ts requestHigherLimit`]: toSandbox({
    callsPerMinute: '500',
    reason: 'A new partner.',
  }),
  [`${application}/traffic/limit/actions.ts withdrawLimitRequest`]: async (scene) => {
    await openLimitRequest(scene)
    return [scene.sandbox.applicationId, {}]
  },
  'app/_validation/actions.ts withdraw': async ({ production }) => [(await production()).applicationId, {}],
  'app/_validation/actions.ts reopen': async ({ production, reviewer }) => {
    const { applicationId, submissionId } = await production()
    await decide(submissionId, 'rejected', { id: reviewer.id, role: 'reviewer' })
    return [applicationId, {}]
  },
  'app/_validation/actions.ts revise': async ({ production, reviewer }) => {
    const { applicationId, submissionId } = await production()
    await decide(submissionId, 'approved', { id: reviewer.id, role: 'reviewer' })
    await succeed(executeAs(systemActor, recordActivation, { target: submissionId }))
    return [applicationId, {}]
  },
  'app/_validation/actions.ts sendMessage': async ({ production }) => [
    (await production()).applicationId,
    { message: 'When will it be?' },
  ],
  [`${application}/webhooks/actions.ts addOwnEndpoint`]: toSandbox({
    url: 'https://hooks.example.com/',
    'secret.rotated': 'on',
  }),
  [`${application}/webhooks/actions.ts rotateOwnEndpoint`]: someEndpoint,
  [`${application}/webhooks/actions.ts removeOwnEndpoint`]: someEndpoint,
  [`${application}/webhooks/actions.ts sendTest`]: someEndpoint,
  [`${application}/webhooks/actions.ts enableOwnEndpoint`]: async (scene) => {
    const given = await someEndpoint(scene)
    await scene.sql.query(`UPDATE webhook_endpoint SET disabled_at = now(), disabled_reason = 'gone'`)
    return given
  },
  [`${application}/webhooks/actions.ts resendOwnEvent`]: async (scene) => {
    const [id, endpointId, ...form] = await someEndpoint(scene)
    return [id, endpointId, await putDelivery(scene, endpointId), ...form]
  },
  'app/_team/actions.ts inviteMember': ({ sandbox }) => [
    sandbox.applicationId,
    { email: someEmail(), role: 'member' },
  ],
  'app/_team/actions.ts revokeInvitation': async ({ sandbox, owner }) => [
    sandbox.applicationId,
    await invitationBy(owner, sandbox.applicationId, someEmail()),
    {},
  ],
  'app/_team/actions.ts removeMember': withMember,
  'app/_team/actions.ts makeOwner': withMember,
  'app/_team/actions.ts handOver': withMember,
  'app/_team/actions.ts leaveTeam': async ({ sandbox, owner }) => {
    await addToTeam(sandbox.applicationId, { ...owner, role: 'developer' }, 'member')
    return [sandbox.applicationId, {}]
  },
  [`${portal}/organisations/new/actions.ts createOwnOrganisation`]: own(() => [organisationFields()]),
  [`${portal}/organisations/[id]/edit/actions.ts saveOrganisation`]: async ({ owner }) => [
    await createOrganisation(owner),
    organisationFields('Kolo Holding SA'),
  ],
  [`${portal}/organisations/[id]/actions.ts moveApplicationIn`]: async ({ owner, sandbox }) => [
    await createOrganisation(owner),
    { applicationId: sandbox.applicationId },
  ],
  [`${portal}/organisations/[id]/actions.ts closeOrganisation`]: async ({ owner, sql }) => {
    const organisationId = await createOrganisation(owner)
    // Not live; it ends with the organisation, of which its team is mailed.
    await createDraft(sql, { documents: false, owner: { id: owner.id, role: 'developer' }, organisationId })
    return [organisationId, {}]
  },
  'app/_team/actions.ts acceptInvitation': withInvitation,
  'app/_team/actions.ts declineInvitation': withInvitation,
  [`${portal}/account/security/actions.ts revokeOwnSession`]: ({ otherSessionId }) => [
    { session: otherSessionId },
  ],
  [`${portal}/account/security/actions.ts nameOwnSession`]: ({ otherSessionId }) => [
    { session: otherSessionId, sessionName: 'Till laptop' },
  ],
  [`${portal}/account/security/actions.ts removeOwnPasskey`]: async ({ owner }) => {
    await putPasskey(owner)
    const [passkey] = await listPasskeys(owner.id)
    return [{ id: passkey?.id ?? '' }]
  },
  [`${portal}/account/keys/actions.ts removeKey`]: async ({ owner }) => {
    const input = { keyName: 'Dashboard', days: 1, permission: 'read' } as const
    await executeAs({ id: owner.id, role: 'developer' }, createAccessKey, { input })
    const [key] = await listAccessKeys(owner.id)
    return [{ id: key?.id ?? '' }]
  },
  'app/(auth)/invitation/[link]/actions.ts acceptInvitation': async ({ owner, administrator }) => {
    const actor = { id: administrator.id, role: 'administrator' } as const
    await executeAs(actor, inviteToRole, { input: { email: owner.email, role: 'reviewer', locale: 'en' } })
    return [await lastLink(owner.email), {}]
  },

  [`${portal}/applications/new/actions.ts createApplication`]: own(() => [
    { name: 'Mine', description: '', environment: 'sandbox' },
  ]),
  [`${portal}/account/security/actions.ts changeOwnPassword`]: own(() => [
    { currentPassword: goodPassword, newPassword: otherPassword },
  ]),
  [`${portal}/account/actions.ts changeOwnEmail`]: own(() => [{ email: someEmail() }]),
  [`${portal}/account/actions.ts cancelOwnEmailChange`]: own(async ({ owner }) => {
    await executeAs(
      inSession({ id: owner.id, role: 'developer' }, owner.claims.sessionId),
      requestEmailChange,
      { input: { email: someEmail() } },
    )
    return [{}]
  }),
  [`${portal}/account/actions.ts changeOwnLanguage`]: own(() => [{ locale: 'fr' }]),
  [`${portal}/account/actions.ts changeOwnProfile`]: own(() => [
    { displayName: 'Ada Lovelace', timeZone: 'Africa/Dakar' },
  ]),
  [`${portal}/account/keys/actions.ts createKey`]: own(() => [{ keyName: 'Dashboard', days: '90' }]),
  [`${portal}/account/data/actions.ts chooseHints`]: own(() => [{}]),
  [`${portal}/account/security/actions.ts revokeOwnOtherSessions`]: own(() => [{}]),
  [`${portal}/account/security/actions.ts unlinkOwnIdentity`]: own(async ({ owner }) => {
    const person = { issuer: 'https://id.example.com/', subject: newId() }
    await database().$transaction((transaction) => addIdentity(transaction, person, owner.id))
    return [{}]
  }),
  [`${portal}/account/security/actions.ts turnOffAuthenticator`]: own(async ({ sql, owner }) => {
    await addSecondFactor(owner.id, sql)
    return [{}]
  }),
  [`${portal}/account/security/actions.ts renewCodes`]: own(async ({ sql, owner }) => {
    await addSecondFactor(owner.id, sql)
    return [{}]
  }),
  [`${portal}/account/delete/actions.ts deleteOwnAccount`]: own(({ owner }) => [{ email: owner.email }]),
  'app/(auth)/confirm/actions.ts confirmOwnIdentity': own(() => [{ password: goodPassword }]),
  'app/(auth)/confirm/actions.ts beginPasskey': own(() => [{}]),
  'app/(auth)/two-factor/passkey/actions.ts beginPasskey': own(() => [{ name: 'Blue key' }]),
  'app/(auth)/two-factor/passkey/actions.ts addPasskey': own(async ({ owner }) => {
    const options = await askNewPasskey(owner, owner.claims.sessionId)
    return [{ name: 'Blue key', passkey: JSON.stringify(new Authenticator().create(options)) }]
  }),
  'app/(auth)/two-factor/actions.ts turnOnAuthenticator': own(async ({ owner }) => {
    const setup = await showSetupKey(owner, owner.claims.sessionId)
    // None if another racer has an authenticator already.
    return [{ code: setup ? codeFor(setup.key) : '000000' }]
  }),
  [`${portal}/search/actions.ts searchCommands`]: open(() => [{ query: 'balance' }]),
  'app/_request/sign-out.ts signOut': open(() => []),

  'app/(review)/review/[id]/actions.ts decideOn': async ({ production }) => [
    {
      submissionId: (await production()).submissionId,
      outcome: 'rejected',
      reason: 'The stamp cannot be read.',
    },
  ],
  'app/(review)/review/[id]/actions.ts claimReview': async ({ production }) => [
    (await production()).submissionId,
    {},
  ],
  'app/(review)/review/[id]/actions.ts releaseReview': async ({ production, reviewer, sql }) => {
    const { submissionId } = await production()
    await sql.query(
      `UPDATE submission SET claimed_by_id = $2, claimed_until = now() + interval '9 min' WHERE id = $1`,
      [submissionId, reviewer.id],
    )
    return [submissionId, {}]
  },
  'app/(review)/review/[id]/actions.ts sendToDeveloper': async ({ production }) => [
    { submissionId: (await production()).submissionId, message: 'A question.' },
  ],
  'app/(review)/review/[id]/actions.ts keepNote': async ({ production }) => [
    { submissionId: (await production()).submissionId, note: 'Looks new.' },
  ],

  'app/(review)/review/[id]/actions.ts suspendReviewed': async () => [
    ...(await verifiedOrganisation()),
    { reason: 'Asked about it.' },
  ],
  'app/(review)/review/[id]/actions.ts reinstateReviewed': async ({ administrator }) => {
    const [id, submissionId] = await verifiedOrganisation()
    await executeAs({ id: administrator.id, role: 'administrator' }, suspendOrganisation, {
      target: id,
      input: { reason: 'Fraud.' },
    })
    return [id, submissionId, { reason: 'Asked about it.' }]
  },

  'app/(review)/review/request-action.ts decideOnRequest': async (scene) => {
    const id = await openLimitRequest(scene)
    return ['limits', id, { outcome: 'approved', reason: '' }]
  },

  'app/(review)/review/requirements/actions.ts saveDocumentRequirement': () => [
    { nameEn: 'Seal', nameFr: 'Sceau', pdf: 'on', maxMegabytes: '5' },
  ],
  'app/(review)/review/requirements/actions.ts retireDocumentRequirement': async (scene) => [
    await someRequirement(scene),
    'retire',
    {},
  ],
  'app/(review)/review/requirements/actions.ts shiftDocumentRequirement': async (scene) => [
    await someRequirement(scene),
    'up',
    {},
  ],
  'app/(review)/review/requirements/actions.ts changeTemplate': async (scene) => {
    const template = new File(['%PDF-1.4'], 'form.pdf')
    return [await someRequirement(scene), { template }]
  },

  'app/(review)/review/templates/actions.ts saveTemplate': () => [
    { labelEn: 'Old', labelFr: 'Vieux', textEn: 'Too old.', textFr: 'Trop vieux.' },
  ],
  'app/(review)/review/templates/actions.ts removeTemplate': () => [
    '019aa3c0-0000-7000-8000-000000000101',
    {},
  ],

  [`${administration}/terms/actions.ts publishDraft`]: () => [{ ...someTerms(), intent: 'publish' }],
  [`${administration}/terms/actions.ts remindPeople`]: async ({ sql }) => {
    await publishNow(sql)
    return [{}]
  },
  'app/terms/accept/actions.ts acceptCurrentTerms': own(async ({ sql }) => [
    { version: String(await publishNow(sql)), locale: 'en' },
  ]),
  [`${administration}/branding/actions.ts saveBrandingForm`]: () => [
    { productName: 'Teranga Pay', accentColour: '#7a1fa2' },
  ],
  [`${administration}/accounts/feed-actions.ts discardRefusedChanges`]: async ({ sql }) => {
    await sql.query(
      `INSERT INTO refused_change (name, digest, code, message, body, cut)
       VALUES ('wallet', decode(md5(random()::text), 'hex'), 'json', '', '', true)`,
    )
    return ['all', {}]
  },
  [`${administration}/accounts/feed-actions.ts forgetPositionOfFeed`]: async ({ sql }) => {
    await sql.query(
      `INSERT INTO feed_position (name, partition, position) VALUES ('wallet', 'p', 1) ON CONFLICT DO NOTHING`,
    )
    return ['wallet', 'p', {}]
  },
  [`${administration}/accounts/feed-actions.ts resumeSenderOfFeed`]: async ({ sql }) => {
    await sql.query(
      `INSERT INTO feed_sender (name, paused_at, paused_reason) VALUES ('core', now(), 'currency') ON CONFLICT DO NOTHING`,
    )
    return ['core', {}]
  },
  [`${administration}/accounts/feed-actions.ts retryRefusedChanges`]: () => ['all', {}],
  [`${administration}/accounts/actions.ts lookUpNumber`]: () => [{ msisdn: '221770000001' }],
  [`${administration}/developers/[id]/actions.ts suspendPerson`]: ({ owner }) => [
    owner.id,
    { reason: 'Asked about it.' },
  ],
  [`${administration}/developers/[id]/actions.ts reinstatePerson`]: async ({ other, sql }) => {
    await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [other.id])
    return [other.id, { reason: 'Asked about it.' }]
  },
  [`${administration}/developers/[id]/actions.ts approvePerson`]: async ({ other, sql }) => {
    await sql.query(`UPDATE developer SET approval = 'waiting' WHERE id = $1`, [other.id])
    return [other.id, {}]
  },
  [`${administration}/developers/[id]/actions.ts rejectPerson`]: async ({ other, sql }) => {
    await sql.query(`UPDATE developer SET approval = 'waiting' WHERE id = $1`, [other.id])
    return [other.id, { rejectionReason: 'No such company.' }]
  },
  [`${administration}/developers/[id]/actions.ts changeRole`]: ({ reviewer }) => [
    reviewer.id,
    { role: 'developer' },
  ],
  [`${administration}/developers/[id]/actions.ts resetFactor`]: ({ reviewer }) => [reviewer.id, {}],
  [`${administration}/developers/[id]/actions.ts unlinkPerson`]: async ({ reviewer, sql }) => {
    await sql.query(
      `INSERT INTO sign_in_identity (id, developer_id, issuer, subject) VALUES ($1::uuid, $2, 'https://id.example', $1::text)
       ON CONFLICT DO NOTHING`,
      [newId(), reviewer.id],
    )
    return [reviewer.id, {}]
  },
  [`${administration}/developers/[id]/actions.ts erasePerson`]: ({ other }) => [
    other.id,
    { erasureReason: 'They asked for it.' },
  ],
  [`${administration}/applications/[id]/actions.ts suspendOperated`]: toSandbox({
    reason: 'Asked about it.',
  }),
  [`${administration}/applications/[id]/actions.ts reinstateOperated`]: async ({ sql }) => {
    const reviewer = await createDeveloper({ role: 'reviewer' })
    const { applicationId } = await createInState(sql, reviewer, 'suspended')
    return [applicationId, { reason: 'Asked about it.' }]
  },
  [`${administration}/applications/[id]/actions.ts openRequest`]: async ({ sandbox, sql }) => {
    const { rows } = await sql.query(
      `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
       VALUES ($1, gen_random_uuid(), now(), 'token', 200, 3, '127.0.0.1') RETURNING request_id AS id`,
      [sandbox.applicationId],
    )
    return [sandbox.applicationId, rows[0].id, { reason: 'They asked why calls fail.' }]
  },
  [`${administration}/applications/[id]/access/actions.ts saveAccess`]: async ({ sql }) => {
    const reviewer = await createDeveloper({ role: 'reviewer' })
    const { applicationId } = await createInState(sql, reviewer, 'active')
    return [applicationId, { access: 'listed', msisdns: '221771234567' }]
  },
  [`${administration}/applications/[id]/actions.ts appointApplicationOwner`]: async ({ sql }) => {
    const owner = await createDeveloper()
    const id = await createShop(owner)
    const member = await addToTeam(id, owner, 'member')
    await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [owner.id])
    await sql.query('SELECT settle_owner($1)', [id])
    return [id, { memberId: member.id, appointmentReason: 'Asked about it.' }]
  },
  [`${administration}/organisations/[id]/actions.ts appointOrganisationOwner`]: async ({ sql }) => {
    const owner = await createDeveloper()
    const member = await createDeveloper()
    const id = await createOrganisation(owner)
    const place = { organisationId: id, developerId: member.id, role: 'member' } as const
    await database().membership.create({ data: place })
    await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [owner.id])
    return [id, { memberId: member.id, appointmentReason: 'Asked about it.' }]
  },
  [`${administration}/applications/[id]/actions.ts saveLimit`]: toSandbox({ callsPerMinute: '500' }),
  [`${administration}/webhooks/actions.ts addAdministrationEndpoint`]: async ({ sql }) => {
    await sql.query('DELETE FROM webhook_endpoint WHERE application_id IS NULL')
    return [{ url: 'https://siem.example.com/', 'audit.recorded': 'on' }]
  },
  [`${administration}/webhooks/actions.ts rotateAdministrationEndpoint`]: administrationEndpoint,
  [`${administration}/webhooks/actions.ts changeAdministrationEvents`]: async (scene) => {
    const [endpointId] = await administrationEndpoint(scene)
    return [endpointId, { 'sign_in.refused': 'on' }]
  },
  [`${administration}/webhooks/actions.ts removeAdministrationEndpoint`]: administrationEndpoint,
  [`${administration}/webhooks/actions.ts sendTest`]: administrationEndpoint,
  [`${administration}/webhooks/actions.ts enableAdministrationEndpoint`]: async (scene) => {
    const given = await administrationEndpoint(scene)
    await scene.sql.query(`UPDATE webhook_endpoint SET disabled_at = now(), disabled_reason = 'gone'`)
    return given
  },
  [`${administration}/webhooks/actions.ts resendAdministrationEvent`]: async (scene) => {
    const [endpointId, ...form] = await administrationEndpoint(scene)
    return [endpointId, await putDelivery(scene, endpointId), ...form]
  },
  [`${administration}/rehearsal/actions.ts saveRequiredCases`]: () => [
    Object.fromEntries(rehearsalCases.map((id) => [id, 'off'])),
  ],
  [`${administration}/announcements/actions.ts publishDraft`]: () => [
    { ...announcement(), intent: 'publish' },
  ],
  [`${administration}/announcements/actions.ts withdrawPublished`]: async (scene) => [
    await publishAs(scene),
    {},
  ],
  [`${administration}/announcements/[id]/actions.ts saveAnnouncement`]: async (scene) => [
    await publishAs(scene),
    { ...announcement(), titleEn: 'Tomorrow' },
  ],
  [`${administration}/roles/actions.ts inviteStaff`]: () => [{ email: someEmail(), role: 'administrator' }],
  [`${administration}/roles/actions.ts revokeStaffInvitation`]: async ({ administrator }) => {
    const actor = { id: administrator.id, role: 'administrator' } as const
    const invited = await executeAs(actor, inviteToRole, {
      input: { email: someEmail(), role: 'reviewer', locale: 'en' },
    })
    return [invited.ok ? invited.value : '', {}]
  },
  [`${administration}/outbox/actions.ts sendMailAgain`]: async ({ sql, owner }) => {
    await executeAs(stranger, requestPasswordReset, { input: { email: owner.email, intent: 'resend' } })
    const { rows } = await sql.query(
      `UPDATE mail_message SET status = 'failed' WHERE id = (SELECT id FROM mail_message LIMIT 1) RETURNING id`,
    )
    return [rows[0].id, {}]
  },
  [`${administration}/alerts/actions.ts resolveOpenAlert`]: async ({ sql, sandbox }) => {
    const id = newId()
    await sql.query(
      `INSERT INTO operator_alert (id, kind, application_id, hour) VALUES ($1, 'account_enumeration', $2, $3)
       ON CONFLICT DO NOTHING`,
      [id, sandbox.applicationId, now()],
    )
    return [id, {}]
  },

  'app/(auth)/sign-up/actions.ts signUp': open(() => [{ email: someEmail() }]),
  'app/(auth)/sign-in/actions.ts signIn': open(({ owner }) => [
    { email: owner.email, password: goodPassword },
  ]),
  'app/(auth)/sign-in/actions.ts beginPasskey': open(() => [{}]),
  'app/(auth)/sign-in/actions.ts givePasskey': open(async ({ owner }) => {
    const authenticator = await putPasskey(owner)
    const options = await succeed(executeAs(visitor, beginPasskeySignIn))
    return [{ passkey: JSON.stringify(authenticator.get(options)) }]
  }),
  'app/(auth)/sign-in/code/actions.ts giveCode': own(({ pendingKey }) => [{ code: codeFor(pendingKey) }]),
  'app/(auth)/sign-in/code/actions.ts beginPasskey': own(() => [{}]),
  'app/(auth)/sign-in/code/actions.ts givePasskey': own(async ({ pending }) => {
    const authenticator = await putPasskey(pending)
    const options = await askPasskey(beginSecondFactor, pending, pending.claims.sessionId)
    return [{ passkey: JSON.stringify(authenticator.get(options)) }]
  }),
  'app/(auth)/forgot-password/actions.ts forgotPassword': open(({ owner }) => [{ email: owner.email }]),
  'app/(auth)/activate/[link]/actions.ts activateOwnAccount': open(async () => [
    { link: await activationLink(), password: goodPassword },
  ]),
  'app/(auth)/join/[link]/actions.ts joinWithPassword': open(async () => {
    const inviter = await createDeveloper()
    const email = someEmail()
    await invitationBy(inviter, await createShop(inviter), email)
    return [{ link: await lastLink(email), password: goodPassword }]
  }),
  'app/(auth)/activate/[link]/actions.ts renewLink': open(async () => [{ link: await activationLink() }]),
  'app/(auth)/reset-password/[link]/actions.ts resetOwnPassword': open(async (scene) => [
    { link: await resetLink(scene), password: otherPassword },
  ]),
  'app/(auth)/reset-password/[link]/actions.ts renewLink': open(async (scene) => [
    { link: await resetLink(scene) },
  ]),
  'app/(auth)/change-email/[link]/actions.ts confirmNewEmail': async ({ owner }) => {
    const email = someEmail()
    await executeAs(
      inSession({ id: owner.id, role: 'developer' }, owner.claims.sessionId),
      requestEmailChange,
      { input: { email } },
    )
    return [await lastLink(email), {}]
  },
  'app/(auth)/change-email/undo/[link]/actions.ts undoOwnEmailChange': open(async ({ owner }) => {
    await executeAs(
      inSession({ id: owner.id, role: 'developer' }, owner.claims.sessionId),
      requestEmailChange,
      { input: { email: someEmail() } },
    )
    return [await lastLink(owner.email), {}]
  }),
  'app/(auth)/sign-in/browser/actions.ts requestLink': open(({ owner }) => [{ email: owner.email }]),
  'app/(auth)/sign-in/browser/[link]/actions.ts makeOwnBrowserKnown': open(async ({ owner }) => {
    await executeAs(stranger, requestBrowserLink, { input: { email: owner.email, intent: 'resend' } })
    return [await lastLink(owner.email), {}]
  }),
  'app/(auth)/invitation/[link]/actions.ts acceptWithPassword': open(async ({ administrator }) => {
    const email = someEmail()
    const actor = { id: administrator.id, role: 'administrator' } as const
    await executeAs(actor, inviteToRole, { input: { email, role: 'reviewer', locale: 'en' } })
    return [{ link: await lastLink(email), password: goodPassword }]
  }),
  'app/_request/locale.ts chooseLocale': open(() => [formOf({ locale: 'fr' })]),
  'app/(public)/actions.ts readTestBalance': open(async () => {
    await getLandingCredentials()
    return [{ account: '1' }]
  }),
  'app/_request/locale.ts chooseTheme': open(() => [formOf({ theme: 'dark' })]),
}

const callers: Record<string, ActionFixture['by']> = {
  reviewer: 'reviewer',
  administrator: 'administrator',
  pending: 'pending',
  anyone: 'stranger',
}
const writesNothing = / (searchCommands|chooseLocale|chooseTheme|readTestBalance)$/
const rules = new Map(listExpectations())

/** By file and name. A test fails for an action without one, and for one without an action. */
export const actionFixtures = Object.fromEntries(
  Object.entries(given).map(([name, each]): [string, ActionFixture] => {
    const { kind, given: make } = typeof each === 'function' ? { kind: 'theirs' as const, given: each } : each
    const fixture = {
      kind,
      by: callers[rules.get(name)?.by ?? ''] ?? 'owner',
      writes: !writesNothing.test(name),
      arguments: async (scene: Scene) => {
        const made = await make(scene)
        const fields = made.at(-1)
        const isForm = typeof fields === 'object' && !(fields instanceof FormData)
        return isForm ? [...made.slice(0, -1), {}, formOf(fields as Parameters<typeof formOf>[0])] : made
      },
    }
    return [name, fixture]
  }),
)

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
  return [sandbox.applicationId, id, {}]
}

async function administrationEndpoint({ administrator, sql }: Scene): Promise<unknown[]> {
  // There are five at most.
  await sql.query('DELETE FROM webhook_endpoint WHERE application_id IS NULL')
  const url = `https://${newId()}.example.com/`
  const actor = { id: administrator.id, role: 'administrator' } as const
  await executeAs(actor, addAdministrationEndpoint, { input: { url, events: ['audit.recorded'] } })
  const { id } = await database().webhookEndpoint.findFirstOrThrow({ where: { url } })
  return [id, {}]
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
  const input = { email, role: 'member' } as const
  const by = { id, role: 'developer' } as const
  return (await succeed(executeAs(by, inviteToTeam, { target: applicationId, input }))).id
}

async function withMember({ sandbox, owner }: Scene) {
  const member = await addToTeam(sandbox.applicationId, { ...owner, role: 'developer' }, 'member')
  return [sandbox.applicationId, member.id, {}]
}

async function withInvitation({ owner, sql }: Scene) {
  const draft = await createDraft(sql, { documents: false })
  return [await invitationBy(draft.owner, draft.applicationId, owner.email), {}]
}

async function activationLink(): Promise<string> {
  const email = someEmail()
  await executeAs(stranger, requestActivation, { input: { email, locale: 'en', intent: 'resend' } })
  return lastLink(email)
}

async function resetLink({ owner }: Scene): Promise<string> {
  await executeAs(stranger, requestPasswordReset, { input: { email: owner.email, intent: 'resend' } })
  return lastLink(owner.email)
}

function announcement() {
  const texts = { titleEn: 'Tonight', titleFr: 'Ce soir', textEn: 'A pause.', textFr: 'Une pause.' }
  return {
    ...texts,
    kind: 'maintenance',
    audience: 'everyone',
    from: now().toISOString().slice(0, 16),
  }
}

const someTerms = () => ({
  textEn: '# Terms',
  textFr: '# Conditions',
  effectiveFrom: '2199-01-01',
})

async function publishAs({ administrator }: Scene): Promise<string> {
  const input = announcementSchema.parse(announcement())
  return succeed(executeAs({ id: administrator.id, role: 'administrator' }, publishAnnouncement, { input }))
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
