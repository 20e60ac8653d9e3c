// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for as they stand
import { defence } from './defence'

const staging = 'lib/documents/stage.ts'
const documents = 'lib/documents/documents.test.ts'
const limits = 'lib/documents/limits.test.ts'
const documentsMigration = 'prisma/migrations/20261122133000_documents/migration.sql'
const foundations = 'prisma/migrations/20261121000000_foundations/migration.sql'

/** What is stored, recorded, mailed and logged. */
export const recordDefences = [
  defence(
    'A ciphertext is bound to its row',
    'lib/keyring.ts',
    [
      ['.setAAD(Buffer.from(context))\n  const body', '\n  const body'],
      ['decipher.setAAD(Buffer.from(context)).setAuthTag', 'decipher.setAuthTag'],
    ],
    'lib/keyring.test.ts',
  ),
  defence(
    'An upload is what its content says',
    'lib/documents/kind.ts',
    [
      ["mimeTypes[(await fileTypeFromBuffer(head))?.mime ?? '']", "mimeTypes['application/pdf']"],
      [
        "!kind || (kind === 'pdf' && !head.subarray(0, 5).equals(Buffer.from('%PDF-')))",
        '!kind || !(await fileTypeFromBuffer(head.subarray(0, 0)) === undefined)',
      ],
    ],
    documents,
    'refused',
  ),
  defence(
    'An upload has a largest size',
    staging,
    "if (this.#size > this.#destination.maxBytes) return 'too_large'",
    documents,
    'refused',
  ),
  defence(
    'A scanner that is away refuses',
    staging,
    "if (scanned === 'unavailable') return refused('scan_unavailable')",
    documents,
    'scanner',
  ),
  defence(
    'Uploads that still arrive count towards their submission',
    'lib/documents/limits.ts',
    [['return Number(rows[0]?.bytes) <= submissionLimit()', 'return true']],
    limits,
    'size of a submission',
  ),
  defence(
    'A submission is measured again when a file takes its place',
    'lib/documents/limits.ts',
    [['return Number(row?.bytes) + size <= submissionLimit()', 'return true']],
    limits,
    'size of a submission',
  ),
  defence(
    'A document has a largest number of versions',
    'lib/documents/attach.ts',
    '  if (refusal) return refusal.reason\n',
    limits,
    'versions of a document',
  ),
  defence(
    'A developer uploads so much an hour',
    'lib/documents/limits.ts',
    '\n     WHERE w.started_at <= $4 OR w.bytes + $3 <= $5',
    limits,
    'within an hour',
  ),
  defence(
    'A developer has so many drafts',
    'lib/lifecycle/create-application.ts',
    '    await refuseTooManyDrafts(transaction, owner.id)\n',
    limits,
    'drafts',
  ),
  defence(
    'A replaced upload that reviewers never got loses its content',
    'lib/documents/attach.ts',
    '    await transaction.$queryRaw`SELECT discard_replaced_document(${previous.id}::uuid)`\n',
    limits,
    'replaced version',
  ),
  defence(
    'What reviewers got keeps its content',
    documentsMigration,
    [
      [
        'replaced_at IS NOT NULL AND submitted_at IS NULL AND purged_at',
        'replaced_at IS NOT NULL AND purged_at',
      ],
    ],
    limits,
    'replaced version',
  ),
  defence(
    'What reviewers got stays marked',
    documentsMigration,
    [['WHEN (OLD.submitted_at IS NOT NULL AND', 'WHEN (false AND']],
    limits,
    'replaced version',
  ),
  defence(
    'An upload that stalls is cut',
    'app/(portal)/applications/[id]/validation/documents/read-body.ts',
    [['Math.max(allowedMs, 0)', '2 ** 31 - 1']],
    'app/(portal)/applications/[id]/validation/documents/read-body.test.ts',
  ),
  defence(
    'Audit rows are append-only',
    foundations,
    [
      [
        'CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry\n  FOR EACH STATEMENT',
        'CREATE TRIGGER audit_entry_append_only BEFORE INSERT ON audit_entry\n  FOR EACH ROW WHEN (false)',
      ],
    ],
    'lib/audit/audit.test.ts',
  ),
  defence(
    'Who writes an audit row does not choose its number',
    foundations,
    [
      [
        'CREATE TRIGGER audit_entry_chain BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE',
        'CREATE TRIGGER audit_entry_chain BEFORE INSERT ON audit_entry FOR EACH ROW WHEN (NEW.sequence IS NULL) EXECUTE',
      ],
    ],
    'prisma/grants.test.ts',
    'who writes',
  ),
  defence(
    'A changed audit row is found',
    'lib/audit/verify.ts',
    "  if (!row.sound) faults.push({ kind: 'changed', sequence: row.sequence })\n",
    'lib/audit/audit.test.ts',
    'verifying',
  ),
  defence(
    'A missing audit row is found',
    'lib/audit/verify.ts',
    [['if (BigInt(row.sequence) !== expected)', 'if (false)']],
    'lib/audit/audit.test.ts',
    'verifying',
  ),
  defence(
    'The portal cannot rewrite the record',
    'prisma/grants.ts',
    [
      [
        "'SELECT, INSERT ON document_chunk, decision,",
        "'SELECT, INSERT, UPDATE, DELETE ON document_chunk, decision,",
      ],
    ],
    'prisma/grants.test.ts',
    'audit log',
  ),
  defence(
    'A gateway sees no encrypted secret',
    'prisma/grants.ts',
    [
      [
        "'SELECT (id, application_id, secret_hash, hash_key_id, retires_at, revoked_at, last_used_at) ON client_secret'",
        "'SELECT ON client_secret'",
      ],
    ],
    'prisma/grants.test.ts',
    'the gateway sees',
  ),
  defence(
    'A spreadsheet runs nothing of an export',
    'lib/audit/export.ts',
    [["? `'${text}` : text", '? text : text']],
    'lib/audit/audit.test.ts',
    'exporting',
  ),
  defence(
    'A name makes no line of its own in a subject',
    'emails/wording.ts',
    "    .replace(/[\\p{Cc}\\p{Zl}\\p{Zp}\\s]+/gu, ' ')\n",
    'emails/emails.test.ts',
    'subjects',
  ),
  defence(
    'A name in a mail cannot close its quotation',
    'emails/wording.ts',
    [['name.replace(/["“”„‟«»]/g, "\'")', 'name']],
    'emails/emails.test.ts',
    'subjects|texts of other',
  ),
  defence(
    'Logs redact what stands under the name of a secret',
    'lib/logger.ts',
    [['redacted.flatMap((key) => [key, `*.${key}`])', '[]']],
    'lib/logger.test.ts',
  ),
  defence(
    'The mailbox is read from this machine only',
    'mailbox/http.ts',
    [['if (!hasLoopbackHost(request.headers.host))', 'if (false)']],
    'mailbox/mailbox.test.ts',
  ),
]
