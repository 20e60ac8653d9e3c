// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for literally
import { defence } from './defence'

const supportView = 'lib/lifecycle/support-view.ts'
const support = 'app/(administration)/administration/applications/[id]/support/support.test.ts'
const session = 'lib/identity/session.ts'
const approval = 'lib/developers/approval.test.ts'
const auditAddresses = 'prisma/migrations/20261123010000_audit_addresses/migration.sql'
const addresses = 'lib/audit/addresses.test.ts'
const refusedSignIn = 'lib/identity/refused-sign-in.ts'
const refusals = 'lib/identity/refused-sign-in.test.ts'

/** Support, approval of new developers, and what is on record about people. */
export const peopleDefences = [
  defence(
    'A support view is open to the administrator who gave the reason',
    supportView,
    [['AND actor_id = ${administratorId}::uuid AND at', 'AND at']],
    support,
    'only to the administrator',
  ),
  defence(
    'A support view ends after an hour',
    supportView,
    [['AND at > ${since}', 'AND ${since}::timestamptz IS NOT NULL']],
    support,
    'after an hour',
  ),
  defence(
    'A support view is seen by the team only',
    supportView,
    [['WHERE m.developer_id = ${developerId}::uuid AND', 'WHERE ${developerId}::uuid IS NOT NULL AND']],
    support,
    'everyone on the team',
  ),
  defence(
    'Someone who was not approved is kept out',
    session,
    [["d.role = 'developer' AND coalesce(d.approval <> 'approved', false)", 'false']],
    approval,
    'an activated developer waits',
  ),
  defence(
    'A rejection has its reason, by constraint',
    'prisma/migrations/20261123020000_sign_up_approval/migration.sql',
    [
      [
        `CHECK (("approval" IS NOT DISTINCT FROM 'rejected') = (coalesce("rejection_reason", '') <> ''))`,
        'CHECK (true)',
      ],
    ],
    approval,
    'without its reason',
  ),
  defence(
    'No address gets into the audit chain',
    auditAddresses,
    '  NEW.detail := commit_addresses(NEW.sequence, NEW.detail);\n',
    addresses,
    'reaches the chain',
  ),
  defence(
    'A commitment to an address is salted',
    auditAddresses,
    [['uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())', "'\\x00'"]],
    addresses,
    'differs each time',
  ),
  defence(
    'The address of an audit row is not changed',
    auditAddresses,
    [['BEFORE UPDATE OR TRUNCATE ON audit_address', 'BEFORE TRUNCATE ON audit_address']],
    addresses,
    'no one changes one',
  ),
  defence(
    'Erasure reaches the addresses that a person acted from',
    'lib/audit/commands.ts',
    "      OR e.actor_id = ${developerId}::uuid AND a.name = 'address'\n",
    addresses,
    'are forgotten',
  ),
  defence(
    'Guesses do not fill the disk',
    refusedSignIn,
    '  if (tooMany) return\n',
    refusals,
    'of many accounts|at most once a minute',
  ),
  defence(
    'A refused password takes as long for an unknown address',
    refusedSignIn,
    [['  }, stepMilliseconds)', '  }, 0)']],
    refusals,
    'takes its step',
  ),
]
