import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail, type Recipient } from '@/lib/mail/commands'

type Alert = { id: string; kind: string; detail: unknown; applicationId: string }

const mostAtOnce = 50

/** Mails every administrator what the gateways noted, once each. @returns how many alerts there were */
export async function tellAdministrators(): Promise<number> {
  return database().$transaction(async (transaction) => {
    const alerts = await transaction.operatorAlert.findMany({
      where: { handledAt: null },
      orderBy: { createdAt: 'asc' },
      take: mostAtOnce,
    })
    const administrators = alerts.length > 0 ? await findAdministrators(transaction) : []
    for (const alert of alerts) await tell(transaction, alert, administrators)
    return alerts.length
  })
}

/** Of two workers that read the same alert, the one that marks it tells. */
async function tell(transaction: Transaction, alert: Alert, administrators: Recipient[]): Promise<void> {
  const where = { id: alert.id, handledAt: null }
  const { count } = await transaction.operatorAlert.updateMany({ where, data: { handledAt: now() } })
  if (count === 0) return
  const application = await transaction.application.findUnique({
    where: { id: alert.applicationId },
    select: { name: true },
  })
  const detail = Object.entries(alert.detail as Record<string, unknown>).map(
    ([key, value]) => `${key}: ${value}`,
  )
  const link = `${getSettings().PORTAL_URL}/administration/alerts`
  for (const administrator of administrators) {
    const words = texts[administrator.locale === 'fr' ? 'fr' : 'en']
    await queueMail(transaction, administrator, 'operator-alert', {
      ...words(application?.name ?? alert.applicationId, alert.kind, detail.join(', ')),
      link,
    })
  }
}

function findAdministrators(transaction: Transaction): Promise<Recipient[]> {
  return transaction.developer.findMany({
    where: { role: 'administrator', suspendedAt: null, deletedAt: null },
    select: { id: true, email: true, locale: true },
    orderBy: { id: 'asc' },
  })
}

const texts = {
  en: (name: string, kind: string, detail: string) =>
    kind === 'account_enumeration'
      ? {
          title: `“${name}” asks for many accounts that do not exist`,
          body: `In Production it went past the limit of accounts not found in one minute (${detail}). It is answered 429 until the minute ends. Should it go on, look at its calls, and suspend it if nobody can say why.`,
        }
      : { title: `“${name}”: ${kind}`, body: detail },
  fr: (name: string, kind: string, detail: string) =>
    kind === 'account_enumeration'
      ? {
          title: `« ${name} » demande beaucoup de comptes qui n’existent pas`,
          body: `En Production, elle a dépassé en une minute la limite de comptes introuvables (${detail}). Elle reçoit 429 jusqu’à la fin de la minute. Si cela continue, regardez ses appels, et suspendez-la si personne ne peut l’expliquer.`,
        }
      : { title: `« ${name} » : ${kind}`, body: detail },
}
