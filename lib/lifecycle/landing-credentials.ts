import { landingApplicationId as id } from '@/lib/applications/queries'
import { lockApplication } from '@/lib/applications/target'
import { systemActor } from '@/lib/audit/schema'
import { command } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { decryptSecret, issueSecret } from '@/lib/credentials/commands'
import { generateClientId } from '@/lib/credentials/secret'
import { database } from '@/lib/database'
import { done, succeed } from '@/lib/result'

type Credentials = { clientId: string; clientSecret: string }

/**
 * The credentials with which the landing page calls the Sandbox. The first call creates them, with their application;
 * `rotate-keys` brings them under new keys like all others.
 */
export async function getLandingCredentials(): Promise<Credentials> {
  return (await findCredentials()) ?? createCredentials()
}

async function findCredentials(client: Pick<ReturnType<typeof database>, 'clientSecret'> = database()) {
  const secret = await client.clientSecret.findFirst({
    where: { applicationId: id, revokedAt: null },
    include: { application: { select: { clientId: true } } },
  })
  return secret && { clientId: secret.application.clientId, clientSecret: decryptSecret(secret) }
}

/** Does nothing once they exist. */
const createLanding = command({
  right: 'system',
  audit: 'application.created',
  async run({ transaction, record }) {
    const environment = 'sandbox'
    const row = { id, environment, state: 'active', name: 'Landing page' } as const
    const data = [{ ...row, clientId: generateClientId(environment) }]
    await transaction.application.createMany({ data, skipDuplicates: true })
    await lockApplication(transaction, id)
    if (await findCredentials(transaction)) return done(undefined)
    await issueSecret(transaction, { id, environment })
    record({ type: 'application', id }, row)
    return done(undefined)
  },
})

async function createCredentials(): Promise<Credentials> {
  await succeed(execute(createLanding, { actor: systemActor }))
  const created = await findCredentials()
  if (!created) throw new Error('The application of the landing page has no secret.')
  return created
}
