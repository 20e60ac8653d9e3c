import { z } from 'zod'

/** Absolute and http(s) only, so that no mail can carry a `javascript:` or relative link. */
export const link = z.url({ protocol: /^https?$/ })
export const instant = z.iso.datetime({ offset: true })
export const nonEmpty = z.string().min(1)
export const count = z.int().positive()
export const hours = z.int().positive()
/** The time zone in which due dates are shown; UTC if absent. */
export const timeZone = nonEmpty.optional()
/** True for an application or organisation that is already approved and stays as it is. */
export const revision = z.boolean().optional()
/** The documents that a reviewer commented on. */
export const documents = z.array(z.object({ name: nonEmpty, reason: nonEmpty }))
export const onApplication = z.object({ applicationName: nonEmpty, link })
export const inEnvironment = onApplication.extend({ environment: z.enum(['sandbox', 'production']) })
/** About an application, or about an organisation, which the texts then say. */
export const onSubject = onApplication.extend({ organisation: z.boolean().optional() })
export const onOrganisation = z.object({ organisationName: nonEmpty, link })
