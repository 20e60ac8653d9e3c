import { secretContext } from '@/lib/credentials/stored-secret'
import { idTokenContext } from '@/lib/identity/provider-session'
import { factorContext } from '@/lib/identity/second-factor'
import { mailContext } from '@/lib/mail/queued-mail'
import { webhookSecretContext } from '@/lib/webhooks/signing-secret'

/** The columns that are encrypted row by row, `context` is bound to a row's id. Documents are encrypted in chunks. */
export const encryptedColumns = [
  { what: 'client secrets', table: 'client_secret', id: 'id', column: 'ciphertext', context: secretContext },
  {
    what: 'second factors',
    table: 'totp_factor',
    id: 'developer_id',
    column: 'secret_ciphertext',
    context: factorContext,
  },
  {
    what: 'ID tokens',
    table: 'provider_session',
    id: 'id',
    column: 'id_token_ciphertext',
    context: idTokenContext,
  },
  { what: 'mails', table: 'mail_message', id: 'id', column: 'props_ciphertext', context: mailContext },
  {
    what: 'webhook secrets',
    table: 'webhook_secret',
    id: 'id',
    column: 'ciphertext',
    context: webhookSecretContext,
  },
] as const

export type EncryptedColumn = (typeof encryptedColumns)[number]
