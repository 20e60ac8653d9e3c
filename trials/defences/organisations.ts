// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for literally
import { defence } from './defence'

const migration = 'prisma/migrations/20261123080000_organisations/migration.sql'
const tests = 'lib/organisations/organisations.test.ts'
const suspending = 'lib/lifecycle/suspend-organisation.ts'
const suspended = 'lib/lifecycle/suspend-organisation.test.ts'
const gateway = 'gateway/suspended-organisations.test.ts'
const expiring = 'lib/validation/expiring-documents.ts'

/** What keeps organisations apart from their reviewers, their applications still, and their numbers unique. */
export const organisationDefences = [
  defence(
    'No one decides about their own organisation, by trigger',
    migration,
    [
      [
        'interest_in((SELECT coalesce(s.application_id, s.organisation_id) FROM submission s',
        'interest_in((SELECT s.application_id FROM submission s',
      ],
    ],
    tests,
    'keeps everyone who ever belonged',
  ),
  defence(
    'Anyone on the team of its application has an interest in the organisation',
    migration,
    [
      [
        '    UNION SELECT a.id FROM application a WHERE a.organisation_id = subject)\n  SELECT CASE',
        '    )\n  SELECT CASE',
      ],
    ],
    tests,
    'on the team of one of its applications',
  ),
  defence(
    'Anyone who was in the organisation has an interest in its applications',
    migration,
    [
      [
        '    UNION SELECT a.organisation_id FROM application a WHERE a.id = subject AND a.organisation_id IS NOT NULL\n    UNION SELECT a.id FROM application a WHERE a.organisation_id = subject)\n  SELECT CASE',
        '    UNION SELECT a.id FROM application a WHERE a.organisation_id = subject)\n  SELECT CASE',
      ],
    ],
    tests,
    'keeps everyone who ever belonged',
  ),
  defence(
    'No one joins an organisation after deciding about it, by trigger',
    migration,
    [
      [
        'IF has_decided_on(coalesce(NEW.application_id, NEW.organisation_id), NEW.developer_id) THEN',
        'IF has_decided_on(NEW.application_id, NEW.developer_id) THEN',
      ],
    ],
    tests,
    'no one joins after deciding',
  ),
  defence(
    'No application brings a decider into the organisation, by trigger',
    migration,
    '\n      OR m.application_id = NEW.id AND has_decided_on(NEW.organisation_id, m.developer_id)',
    tests,
    'someone on its team has decided on the organisation',
  ),
  defence(
    'No one reinstates their own organisation, by trigger',
    migration,
    [["WHEN (NEW.action = 'organisation.reinstated')", "WHEN (NEW.action = 'nothing')"]],
    suspended,
    'no one reinstates their own',
  ),
  defence(
    'A suspended organisation stops its applications, by trigger',
    migration,
    [["((OLD.state = 'suspended') <> (NEW.state = 'suspended'))", '(false)']],
    gateway,
  ),
  defence(
    'An application serves only while its organisation is not suspended',
    migration,
    [[" AND o.state = 'suspended'));", ' AND false));']],
    gateway,
  ),
  defence(
    'A suspension ends the tokens of the applications',
    suspending,
    '    await endTokensOf(transaction, organisationId)\n',
    gateway,
  ),
  defence(
    'A registration number is verified once, by index',
    migration,
    [['CREATE UNIQUE INDEX "organisation_verified_key"', 'CREATE INDEX "organisation_verified_key"']],
    tests,
    'verified once',
  ),
  defence(
    'A registration number is verified once, by the command',
    'lib/validation/decide.ts',
    [["input.outcome === 'approved' && (await isAnotherVerified(transaction, submission))", 'false']],
    tests,
    'verified once',
  ),
  defence(
    'What is a letter of a registration number does not depend on the locale',
    migration,
    [
      [
        `upper(translate("registration_number", ' ./:_-', ''))`,
        `upper(regexp_replace("registration_number", '\\W', '', 'g'))`,
      ],
    ],
    tests,
    'whose locale is C',
  ),
  defence(
    'An approval before the move does not rely on the organisation',
    'lib/validation/submit.ts',
    [['{ reliesOnId, rehearsalId', '{ reliesOnId: null, rehearsalId']],
    tests,
    'until a later submission is approved',
  ),
  defence(
    'An organisation with an active application is not closed',
    'lib/lifecycle/close-organisation.ts',
    [['left.some(({ state }) => live.some((each) => each === state))', 'false']],
    tests,
    'stays open',
  ),
  defence(
    'The note on an expired document is French too',
    expiring,
    ' / Valable jusqu’au ${day}.',
    'worker/expire-documents.test.ts',
    'after it',
  ),
  defence(
    'Metrics are served at their address only',
    'gateway/start.ts',
    [['metricsServer, settings.METRICS_ADDRESS, metricsPort', "metricsServer, '127.0.0.1', metricsPort"]],
    'gateway/start.test.ts',
  ),
  defence(
    'The console says before a call that a list may exclude it',
    'app/(portal)/applications/[id]/try/page.tsx',
    "              <p>{t('listed')}</p>\n",
    'app/(portal)/applications/[id]/overview.test.ts',
    'exclude the portal',
  ),
]
