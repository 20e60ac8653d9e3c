// Separate ports, so that the journeys run alongside an `npm start`. A second checkout can move them.
const first = Number(process.env.JOURNEYS_FIRST_PORT ?? 3900)
/** The addresses that a page shows by default: for pictures. */
const usual = process.env.JOURNEYS_PUBLIC_PORTS === 'usual'

const ports = {
  PORTAL_PORT: usual ? 3000 : first,
  SANDBOX_PORT: usual ? 4001 : first + 1,
  PRODUCTION_PORT: usual ? 4002 : first + 2,
  MAILBOX_PORT: first + 3,
  MAILBOX_SMTP_PORT: first + 4,
  METRICS_PORT: first + 5,
  // After the five of METRICS_PORT.
  FEED_PORT: first + 10,
}

export const portal = `http://localhost:${ports.PORTAL_PORT}`
export const mailboxAddress = `http://localhost:${ports.MAILBOX_PORT}`

/** Of the portal, both gateways and the worker. */
export const metricsAddresses = [0, 1, 2, 3].map((next) => `http://localhost:${ports.METRICS_PORT + next}`)

/** The settings of the journeys' product. */
export const portSettings = Object.fromEntries(
  Object.entries(ports).map(([name, port]) => [name, String(port)]),
)
